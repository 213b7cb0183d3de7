/** What `alt-texts.mjs` exports, for what is written in TypeScript. */
export declare function altTexts(readme: string): Map<string, string>
