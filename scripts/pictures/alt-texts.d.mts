export function altTexts(readme: string): Map<string, string>
