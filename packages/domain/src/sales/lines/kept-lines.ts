import type { Line } from '../../document/document.ts';
import type { SaleTerms } from './sale-terms.ts';

/**
 * Keeps what is calculated of a line while the line and the terms are the same objects: a key in a form changes one of
 * many lines, and the lines of a document are calculated more than once. Lines and terms are never changed in place.
 *
 * @returns a function that takes the terms, what else the result depends on, and the calculation
 */
export const keptOfLines = <T extends object>() => {
  const kept = new WeakMap<SaleTerms, Map<string, WeakMap<Line, T>>>();
  return (terms: SaleTerms, key: string, calculate: (line: Line) => T): ((line: Line) => T) => {
    const ofTerms = kept.get(terms) ?? new Map<string, WeakMap<Line, T>>();
    const ofLines = ofTerms.get(key) ?? new WeakMap<Line, T>();
    kept.set(terms, ofTerms.set(key, ofLines));
    return (line) => {
      const known = ofLines.get(line);
      if (known) return known;
      const made = calculate(line);
      ofLines.set(line, made);
      return made;
    };
  };
};
