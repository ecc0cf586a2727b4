/** Something that happens, for those who wait for it. */
export class Signal<T = void> {
    #listeners: ((value: T) => void)[] = [];

    /** Calls a function from now on, until the function that is returned is called. */
    on(listener: (value: T) => void): () => void {
        this.#listeners.push(listener);
        return () => {
            this.#listeners = this.#listeners.filter((it) => it !== listener);
        };
    }

    emit(value: T): void {
        for (const listener of this.#listeners) {
            listener(value);
        }
    }
}
