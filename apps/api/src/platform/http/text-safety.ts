import { type FieldErrors, invalid, malformed } from './problem.ts';

const deepest = 32;

const faultOf = (text: string): string | undefined => {
  if (text.includes('\0')) return 'Contiene un carácter que no se permite (nulo).';
  if (!text.isWellFormed()) return 'Contiene un carácter incompleto; escriba el texto de nuevo.';
  return undefined;
};

/**
 * Refuses strings that PostgreSQL cannot store (NUL, lone surrogates), in keys too, and values nested deeper than any
 * schema of the API.
 *
 * @throws Problem 422 with the fields
 */
export const checkText = (value: unknown): void => {
  const errors: FieldErrors = {};
  const rest: { value: unknown; path: string; depth: number }[] = [{ value, path: '', depth: 0 }];
  for (let item = rest.pop(); item; item = rest.pop()) {
    const { path, depth } = item;
    if (typeof item.value === 'string') {
      const fault = faultOf(item.value);
      if (fault) errors[path] = [fault];
    } else if (typeof item.value === 'object' && item.value !== null && !Buffer.isBuffer(item.value)) {
      if (depth === deepest) throw invalid({}, 'Los datos tienen demasiados niveles.');
      for (const [key, child] of Object.entries(item.value)) {
        if (faultOf(key)) throw malformed('El nombre de un campo contiene un carácter que no se permite.');
        rest.push({ value: child, path: path === '' ? key : `${path}.${key}`, depth: depth + 1 });
      }
    }
  }
  if (Object.keys(errors).length > 0) throw invalid(errors);
};

/** Whether PostgreSQL could store the text. */
export const isStorable = (text: string): boolean => faultOf(text) === undefined;

/** @throws Problem 400 if the query string is not percent-encoded UTF-8 */
export const checkEncoding = (url: string): void => {
  if (!url.includes('%')) return;
  try {
    decodeURIComponent(url);
  } catch {
    throw malformed('La dirección contiene una secuencia % inválida.');
  }
};
