import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findFolded, fold } from './fold.ts';

const slice = (label: string, query: string): string | null => {
  const found = findFolded(fold(label), fold(query).text);
  return found && label.slice(...found);
};

describe('fold', () => {
  it.each([
    ['Gestión', 'gestion'],
    ['AÑO', 'ano'],
    ['Pingüino', 'pinguino'],
    ['OCUPACIO\u0301N', 'ocupacion'],
    ['Straße', 'strasse'],
    ['STRAẞE', 'strasse'],
    ['ﬁcha', 'ficha'],
    ['İstanbul', 'istanbul'],
    ['ΟΔΟΣ', 'οδος'.replace('ς', 'σ')],
    ['𝐏auta', 'pauta'],
    ['\u0301', ''],
    ['', ''],
  ])('%j is %j', (original, text) => {
    expect(fold(original).text).toBe(text);
  });

  it('is idempotent', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(fold(fold(text).text).text).toBe(fold(text).text);
      }),
    );
  });

  it('is idempotent for every Unicode character', () => {
    const changing: string[] = [];
    for (let point = 0; point <= 0x10ffff; point++) {
      if (point >= 0xd800 && point <= 0xdfff) continue;
      const once = fold(String.fromCodePoint(point)).text;
      if (fold(once).text !== once) changing.push(point.toString(16));
    }
    expect(changing).toEqual([]);
  });

  it('ignores how accents are written', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(fold(text.normalize('NFD')).text).toBe(fold(text.normalize('NFC')).text);
      }),
    );
  });
});

describe('findFolded', () => {
  it.each([
    ['Ocupación y Disponibilidad', 'ACION', 'ación'],
    ['Gestión de Cupos', 'gestion', 'Gestión'],
    ['Gestio\u0301n de Cupos', 'gestion', 'Gestio\u0301n'],
    ['Gestio\u0301n de Cupos', 'gestio', 'Gestio\u0301'],
    ['Campañas de Año Nuevo', 'ano', 'Año'],
    ['Campan\u0303as', 'campanas', 'Campan\u0303as'],
    ['Agüero', 'gue', 'güe'],
    ['Großkunden', 'os', 'oß'],
    ['Großkunden', 'sk', 'ßk'],
    ['aﬁn', 'in', 'ﬁn'],
    ['İzmir', 'izmir', 'İzmir'],
    ['👩‍🚀 Misión', 'mision', 'Misión'],
    ['\u0301a', 'a', 'a'],
    ['Ventas', 'x', null],
    ['Ventas', '', null],
    ['', 'a', null],
  ])('finds in %j by %j the part %j', (label, query, part) => {
    expect(slice(label, query)).toBe(part);
  });

  const spanish = fc
    .array(
      fc.constantFrom(
        ...'aáàbcdeéghiíjlmnñoópqrstuúüvyzAÁEÉIÍÑÓUÚÜ -.()0129',
        'o\u0301',
        'n\u0303',
        'u\u0308',
      ),
      {
        minLength: 1,
        maxLength: 40,
      },
    )
    .map((letters) => letters);

  it('finds each text by every folded part of it, and marks exactly the original characters of that part', () => {
    fc.assert(
      fc.property(spanish, fc.nat(), fc.nat(), (letters, one, other) => {
        const [from = 0, to = 0] = [one % letters.length, other % letters.length].toSorted((a, b) => a - b);
        const label = letters.join('');
        const part = letters.slice(from, to + 1).join('');
        const found = findFolded(fold(label), fold(part).text);
        expect(found).not.toBeNull();
        const [start, end] = found ?? [0, 0];
        // The match is the first occurrence, and folds to the same text as the searched part.
        expect(start).toBeLessThanOrEqual(letters.slice(0, from).join('').length);
        expect(fold(label.slice(start, end)).text).toBe(fold(part).text);
        if (fold(label).text.indexOf(fold(part).text) === fold(letters.slice(0, from).join('')).text.length) {
          expect(label.slice(start, end)).toBe(part);
        }
        // A match never splits a letter from its accents.
        expect(label.slice(end)).not.toMatch(/^\p{M}/u);
        expect(label.slice(start)).not.toMatch(/^\p{M}/u);
      }),
      { numRuns: 2000 },
    );
  });

  it('marks a part that contains the searched text, in any script', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', minLength: 1, maxLength: 30 }),
        fc.nat(),
        fc.nat(),
        (label, one, other) => {
          const { text } = fold(label);
          fc.pre(text.length > 0);
          const [from = 0, to = 0] = [one % text.length, other % text.length].toSorted((a, b) => a - b);
          const needle = text.slice(from, to + 1);
          const found = findFolded(fold(label), needle);
          expect(found).not.toBeNull();
          expect(found && fold(label.slice(...found)).text).toContain(needle);
        },
      ),
      { numRuns: 1000 },
    );
  });
});
