import '../site/page.css';
import { Engine } from '../engine/client';
import { cluster } from '../site/demo';
import { connectHeader } from '../site/header';

connectHeader();

async function start(): Promise<void> {
    const engine = await Engine.start();
    await engine.setFiles(cluster('demo'));
    const { summary } = await engine.ask('check', {}, { folder: '/demo' });
    document.querySelector('#main')?.append(`${engine.version} ${JSON.stringify(summary)}`);
}

void start();
