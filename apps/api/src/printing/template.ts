import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A document template in the language of Typst. */
export interface Template {
  /** File name, for error messages. */
  readonly name: string;
  readonly source: string;
}

/**
 * Reads a template beside the module that prints it. The build copies every `.typ` file next to the program's main
 * file, so names are unique (`tsup.config.ts`).
 *
 * @example const tariff = readTemplate(new URL('./tariff.typ', import.meta.url));
 */
export const readTemplate = (file: URL): Template => ({
  name: basename(fileURLToPath(file)),
  source: readFileSync(file, 'utf8'),
});
