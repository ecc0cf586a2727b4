/** Something that happens, for those who wait for it. */
export class Signal<T = void> {
    #listeners: ((value: T) => void)[] = [];

    on(listener: (value: T) => void): void {
        this.#listeners.push(listener);
    }

    emit(value: T): void {
        for (const listener of this.#listeners) {
            listener(value);
        }
    }
}
