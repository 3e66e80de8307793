import { contacts } from '@pauta/domain/crm/contacts/contact.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isCards } from '../reading/file-text.ts';
import { vcardHead } from '../reading/vcard-head.ts';
import { readVcards } from '../reading/vcard-reader.ts';
import { type VcardVersion, writeVcard } from './vcard-writer.ts';

const head = vcardHead(contacts)!;
const write = (row: Record<string, unknown>, version: VcardVersion) =>
  writeVcard(row, contacts.vcard!, version);

const contact = {
  id: '01900000-0000-7000-8000-000000000001',
  first_name: 'Ana María',
  last_name: 'Núñez; «la jefa», S. A.',
  full_name: 'Ana María Núñez; «la jefa», S. A.',
  client_id: { id: '1', label: 'Óptica, Ñandú; S. R. L.', code: 'C-1' },
  job_title: 'Compras\\medios',
  phones: [
    { kind: 'office', number: '+18095550102', extension: '3', is_primary: false },
    { kind: 'mobile', number: '+18095550101', extension: null, is_primary: true },
  ],
  emails: [{ email: 'ana@empresa.com', is_primary: true }],
  birthday: '1990-04-15',
  social_links: [{ url: 'https://www.linkedin.com/in/ana,maria' }],
  tags: ['feria', 'vip'],
  notes: 'Línea 1\nLínea 2; con, comas y ñandúes 🦤 '.repeat(4).trim(),
  updated_at: '2026-03-09T14:30:00.123456Z',
};

const rowOf = (card: string) => {
  const [names = [], ...rows] = readVcards(card, head);
  return rows.map((row) => Object.fromEntries(names.map((name, index) => [name, row[index]])));
};

describe('a vCard', () => {
  test.each(['3.0', '4.0'] as const)(
    '%s is folded at 75 octets, has the line ends of the standard and is parsed back unchanged',
    (version) => {
      const card = write(contact, version);
      for (const line of card.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(76);
      expect(card.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
      expect(isCards(card)).toBe(true);
      const [row] = rowOf(card);
      expect(row).toMatchObject({
        Nombre: 'Ana María',
        Apellido: 'Núñez; «la jefa», S. A.',
        'Empresa según la tarjeta': 'Óptica, Ñandú; S. R. L.',
        'Cargo como lo dice': 'Compras\\medios',
        'Correo principal': 'ana@empresa.com',
        'Fecha de nacimiento': '15/04/1990',
        Notas: contact.notes,
      });
      expect(JSON.parse(String(row?.Teléfonos))).toEqual([
        { kind: 'mobile', number: '+18095550101', extension: null, is_primary: true },
        { kind: 'office', number: '+18095550102', extension: '3', is_primary: false },
      ]);
      expect(JSON.parse(String(row?.['Redes sociales']))).toEqual(contact.social_links);
    },
  );

  test('version 4.0 is declared, numbers are URIs with a preference, and an address is not escaped', () => {
    const lines = write(contact, '4.0').replaceAll('\r\n ', '').split('\r\n');
    expect(lines.slice(0, 2)).toEqual(['BEGIN:VCARD', 'VERSION:4.0']);
    expect(lines).toEqual(
      expect.arrayContaining([
        'TEL;TYPE=work,voice;VALUE=URI:tel:+18095550102;ext=3',
        'TEL;TYPE=cell;PREF=1;VALUE=URI:tel:+18095550101',
        'EMAIL;PREF=1:ana@empresa.com',
        'URL:https://www.linkedin.com/in/ana,maria',
        'BDAY;VALUE=DATE:19900415',
        'REV:20260309T143000Z',
      ]),
    );
  });

  test('keeps any name and note', () => {
    const words = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 60 })
      .map((one) => one.replace(/[\p{C}\p{Z}]+/gu, ' ').trim())
      .filter((one) => one !== '');
    fc.assert(
      fc.property(
        words,
        words,
        words,
        fc.constantFrom('3.0', '4.0'),
        (first_name, last_name, notes, version) => {
          const [row] = rowOf(write({ ...contact, first_name, last_name, full_name: 'x', notes }, version));
          expect(row).toMatchObject({ Nombre: first_name, Apellido: last_name, Notas: notes });
        },
      ),
      { numRuns: 200, examples: [['!', '\\', '!', '3.0']] },
    );
  });

  test('several in one file: 3.0 and 4.0, groups, quoted types, URIs, folded lines, and an invalid one', () => {
    const book = [
      'BEGIN:VCARD\nVERSION:4.0\nFN:José Antonio Pérez Gil\nTEL;VALUE=uri;TYPE="voice,work":tel:+1-809-555-0101;ext=5\nTEL;VALUE=uri;TYPE=cell;PREF=1:tel:+18295550102\nBDAY:--0415\nEND:VCARD',
      'BEGIN:VCARD\nVERSION:3.0\nN:Díaz;Rosa;;;\nFN:Rosa Díaz\nitem1.EMAIL;type=INTERNET;type=pref:Rosa@Empresa.COM\nitem1.X-ABLabel:Trabajo\nTEL;type=CELL:(809) 555-\n 0103\nCATEGORIES:feria,vip\nEND:VCARD',
      'BEGIN:VCARD\nVERSION:3.0\nFN:Rota\nTEL;CELL:809\nEND:VCARD',
    ].join('\r\n');
    const [jose, rosa, broken] = rowOf(book);
    expect(jose).toMatchObject({ Nombre: 'José Antonio', Apellido: 'Pérez Gil', 'Fecha de nacimiento': '' });
    expect(JSON.parse(String(jose?.Teléfonos))).toMatchObject([
      { kind: 'mobile', number: '+18295550102', is_primary: true },
      { kind: 'office', number: '+18095550101', extension: '5', is_primary: false },
    ]);
    expect(rosa).toMatchObject({ Nombre: 'Rosa', Apellido: 'Díaz', 'Correo principal': 'rosa@empresa.com' });
    expect(JSON.parse(String(rosa?.Teléfonos))).toMatchObject([{ number: '+18095550103' }]);
    expect(broken).toMatchObject({ Nombre: 'Rota', Apellido: '' });
  });

  test('of an old version is refused with advice', () => {
    expect(() => readVcards('BEGIN:VCARD\nVERSION:2.1\nN:A;B\nEND:VCARD\n', head)).toThrow(/3\.0 o 4\.0/);
  });
});
