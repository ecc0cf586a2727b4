// What the client says and does differently from other clients of the protocol.
import type { BaseLanguageClient, DynamicFeature, StaticFeature } from 'vscode-languageclient';
import { EXPERIMENTAL } from './protocol';
import { type Filter, ONLY_LSF_FILES } from './scripts';

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- the constructor of a mixin has these parameters
type Constructor = abstract new (...parameters: any[]) => BaseLanguageClient;

/** A class of clients, with the features of LSF files for LSF files only. */
export function forLsfFiles<Base extends Constructor>(base: Base, lsf: Filter[]): Base {
    abstract class Client extends base {
        // eslint-disable-next-line @typescript-eslint/no-explicit-any -- the type of the base class
        override registerFeature(feature: StaticFeature | DynamicFeature<any>): void {
            if ('registrationType' in feature && ONLY_LSF_FILES.has(feature.registrationType.method)) {
                const initialize = feature.initialize.bind(feature);
                feature.initialize = (capabilities) => {
                    initialize(capabilities, lsf);
                };
            }
            super.registerFeature(feature);
        }
    }
    return Client;
}

/** Announces the semantic token types that extend those of the protocol. */
export function ownTokenTypes(names: readonly string[]): StaticFeature {
    return {
        fillClientCapabilities: ({ textDocument }) => textDocument?.semanticTokens?.tokenTypes.push(...names),
        getState: () => ({ kind: 'static' }),
        initialize: () => undefined,
        clear: () => undefined,
    };
}

/** Announces what the protocol has no capabilities for. */
export function beyondTheProtocol(): StaticFeature {
    return {
        fillClientCapabilities: (capabilities) => {
            capabilities.experimental = { ...(capabilities.experimental as object | undefined), ...EXPERIMENTAL };
        },
        getState: () => ({ kind: 'static' }),
        initialize: () => undefined,
        clear: () => undefined,
    };
}
