import type { Row } from '../insert-rows.ts';
import type { Known } from '../known.ts';
import type { Random } from '../random.ts';
import type { createPeople } from '../staff.ts';
import type { Account } from './accounts.ts';

export interface Contact {
  readonly row: Row;
  readonly id: string;
  readonly company: string;
  readonly name: string;
}

const posts = [
  ['GTE-MERCADEO', 'MERCADEO', 'decision'],
  ['GTE-MARCA', 'MERCADEO', 'commercial'],
  ['COMPRAS', 'COMPRAS', 'purchasing'],
  ['CTAS-PAGAR', 'CTAS-PAGAR', 'collections'],
  ['CONTADOR', 'FINANZAS', 'billing'],
  ['DIR-CREATIVO', 'MERCADEO', 'creative'],
] as const;

const areaCodes = ['809', '829', '849'];

/** A number of the range reserved for fiction and examples (555-01XX). */
export const exampleNumber = (random: Random): string =>
  `+1${random.pick(areaCodes)}55501${String(random.integer(0, 99)).padStart(2, '0')}`;

const phonesOf = (random: Random): Row[] => {
  const mobile = exampleNumber(random);
  const office = exampleNumber(random);
  const first = {
    kind: 'mobile',
    number: mobile,
    is_primary: true,
    is_whatsapp: random.chance(70),
    do_not_call: random.chance(4),
  };
  return office === mobile || random.chance(55)
    ? [first]
    : [
        first,
        { kind: 'office', number: office, extension: String(random.integer(100, 499)), is_primary: false },
      ];
};

/** The contacts of clients and agencies: `each` per company on average, the first of them the main contact. */
export const makeContacts = (
  random: Random,
  known: Known,
  person: ReturnType<typeof createPeople>,
  { companies, of, each }: { companies: readonly Account[]; of: 'client_id' | 'agency_id'; each: number },
): Contact[] =>
  companies.flatMap((company) =>
    Array.from({ length: random.integer(1, 2 * each - 1) }, (_, index) => {
      const { first, last, full, mailbox } = person();
      const [position, department, role] = index === 0 ? posts[0] : random.pick(posts);
      const id = random.id(company.since);
      const consents = random.chance(60);
      const row: Row = {
        id,
        first_name: first,
        last_name: last,
        job_position_id: known.id('job_positions', position),
        department_id: known.id('departments', department),
        client_id: of === 'client_id' ? company.id : null,
        agency_id: of === 'agency_id' ? company.id : null,
        role,
        is_main_contact: index === 0,
        company_since: company.since.toISOString().slice(0, 10),
        phones: phonesOf(random),
        emails: random.chance(90) ? [{ email: `${mailbox}@${company.domain}`, is_primary: true }] : [],
        preferred_channel: random.pick(['call', 'email', 'whatsapp', 'visit']),
        consent_marketing: consents,
        birthday: random.chance(50)
          ? `${random.integer(1962, 2000)}-${String(random.integer(1, 12)).padStart(2, '0')}-${String(random.integer(1, 28)).padStart(2, '0')}`
          : null,
        created_at: company.since,
        updated_at: company.since,
      };
      return { row, id, company: company.id, name: full };
    }),
  );
