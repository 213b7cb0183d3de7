/** What `free-port.mjs` exports, for what is written in TypeScript. */
export declare function freePort(): Promise<string>
