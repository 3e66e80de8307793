import { parseTaxId } from '@pauta/domain/tax-id/tax-id.ts';
import type { Row } from '../insert-rows.ts';
import type { Known } from '../known.ts';
import type { Random } from '../random.ts';
import type { createPeople } from '../staff.ts';
import type { Account } from './accounts.ts';

const civil = (moment: Date): string => moment.toISOString().slice(0, 10);
const inDays = (moment: Date, days: number): Date => new Date(moment.getTime() + days * 86_400_000);

/** A cédula with its check digit. */
export const cedula = (n: number): string => {
  const ten = `001${String(1_000_000 + n * 13).padStart(7, '0')}`;
  for (let digit = 0; digit <= 9; digit++) {
    if (parseTaxId('DO', 'CEDULA', `${ten}${digit}`).ok) return `${ten}${digit}`;
  }
  throw new Error(`${ten} has no check digit`);
};

/**
 * Authorisation letters of agencies: a third of the clients has one, some end soon, some have ended.
 *
 * @param file id of the stored letter
 * @param made number of letters that already exist
 */
export const makeLetters = (
  random: Random,
  {
    clients,
    agencies,
    today,
    file,
    made,
  }: {
    clients: readonly Account[];
    agencies: readonly Account[];
    today: Date;
    file: string;
    made: number;
  },
): Row[] =>
  clients
    .filter(() => random.chance(35))
    .map((client, index) => {
      const ends = inDays(
        today,
        random.chance(15)
          ? random.integer(2, 28)
          : random.chance(10)
            ? -random.integer(5, 90)
            : random.integer(60, 400),
      );
      const begins = inDays(ends, -random.pick([180, 365, 730]));
      return {
        id: random.id(begins < today ? begins : today),
        folio: `CAR-${begins.getUTCFullYear()}-${String(made + index + 1).padStart(6, '0')}`,
        client_id: client.id,
        agency_id: random.pickEarly(agencies).id,
        authorization_letter: file,
        valid: `[${civil(begins)},${civil(ends)}]`,
        services: random.some(['planning', 'buying', 'creative', 'digital'], random.integer(1, 3)),
        is_default: true,
        status: 'granted',
        created_at: begins < today ? begins : today,
      };
    });

/** Signatories of clients; `made` is the number that already exist. */
export const makeSignatories = (
  random: Random,
  known: Known,
  person: ReturnType<typeof createPeople>,
  { clients, today, made }: { clients: readonly Account[]; today: Date; made: number },
): Row[] =>
  clients
    .filter(({ status }) => status === 'active' && random.chance(50))
    .map((client, index) => ({
      id: random.id(client.since),
      client_id: client.id,
      full_name: person().full,
      country_id: known.id('countries', 'DO'),
      national_id_type: 'CEDULA',
      national_id: cedula(made + index + 1),
      job_position_id: known.id('job_positions', 'REP-LEGAL'),
      capacity: 'legal_representative',
      valid: `[${civil(client.since)},${civil(inDays(today, random.chance(15) ? random.integer(2, 28) : random.integer(90, 900)))}]`,
      max_amount: random.chance(40) ? String(random.integer(1, 20) * 500_000) : null,
      currency_code: 'DOP',
      sign_mode: 'individual',
      is_default: true,
      created_at: client.since,
    }));

/** A minimal PDF: one page with these lines (ISO 32000-1 §7.5). */
export const onePage = (lines: readonly string[]): Buffer => {
  const escaped = lines.map((line) => line.replace(/[\\()]/g, '\\$&'));
  const text = `BT /F 12 Tf 72 720 Td 18 TL ${escaped.map((line) => `(${line}) Tj T*`).join(' ')} ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> >> >>',
    `<< /Length ${Buffer.byteLength(text, 'latin1')} >>\nstream\n${text}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
  ];
  let document = '%PDF-1.4\n';
  const places = objects.map((object, index) => {
    const place = Buffer.byteLength(document, 'latin1');
    document += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return place;
  });
  const start = Buffer.byteLength(document, 'latin1');
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  document += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(document, 'latin1');
};
