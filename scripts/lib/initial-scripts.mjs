import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const scriptTag = /<script\b[^>]*\bsrc="([^"]+)"|<link\b(?=[^>]*\brel="modulepreload")[^>]*\bhref="([^"]+)"/g;
const staticImport = /(?:\bfrom|\bimport)\s*"(\.{1,2}\/[^"]+\.js)"/g;

/**
 * The script files that a built page loads before anything is imported lazily: its script tags and
 * preloads, and what those import statically.
 *
 * @param html text of the page
 * @param folder where it lies; the page's absolute addresses count from there
 */
export function initialScripts(html, folder) {
  const queue = [...html.matchAll(scriptTag)].map((match) => join(folder, match[1] ?? match[2]));
  const found = new Set();
  while (queue.length > 0) {
    const file = queue.shift();
    if (found.has(file)) continue;
    found.add(file);
    for (const [, specifier] of readFileSync(file, 'utf8').matchAll(staticImport)) {
      queue.push(resolve(dirname(file), specifier));
    }
  }
  return [...found];
}
