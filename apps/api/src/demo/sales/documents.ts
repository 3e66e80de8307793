import { addDays } from '@pauta/domain/calendar/working-time.ts';
import sql from 'sql-template-tag';
import type { Transaction } from '../../platform/database/database.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { requiredDocuments } from '../../sales/required-documents/required-documents.ts';
import { insertPage } from '../insert-page.ts';
import { insertRows, type Row } from '../insert-rows.ts';
import type { Random } from '../random.ts';
import type { DemoContract } from './contracts.ts';

interface Requirement {
  readonly name: string;
  /** Code of its type of file. */
  readonly type: string;
  readonly blocks: 'submit' | 'sign' | 'nothing';
  /** Which contracts need it, besides `usual`. */
  readonly of: Row;
  readonly file: string;
  readonly text: string;
  /** Days after which a document of it expires. */
  readonly expiresAfter?: number;
}

/** The conditions of a requirement, none of which is given. */
const usual = { billing_party: null, contract_types: [], from_total: null } as const;

const requirements: readonly Requirement[] = [
  {
    name: 'Cédula del representante legal',
    type: 'CEDULA',
    blocks: 'submit',
    of: { billing_party: 'client' },
    file: 'cedula-del-representante.pdf',
    text: 'Copia de la cédula de quien firma por el cliente.',
  },
  {
    name: 'Poder notarial de la agencia',
    type: 'CARTA-AUTORIZACION',
    blocks: 'submit',
    of: { billing_party: 'agency' },
    file: 'poder-notarial.pdf',
    text: 'Faculta a la agencia a contratar por cuenta del cliente.',
  },
  {
    name: 'Registro mercantil vigente',
    type: 'REGISTRO-MERCANTIL',
    blocks: 'sign',
    of: { contract_types: ['normal', 'frame', 'agreement'] },
    file: 'registro-mercantil.pdf',
    text: 'Certificado de registro mercantil de la sociedad.',
    expiresAfter: 730,
  },
  {
    name: 'Certificación de la DGII al día',
    type: 'CERT-RNC',
    blocks: 'nothing',
    of: { from_total: '250000.00' },
    file: 'certificacion-dgii.pdf',
    text: 'Certifica que la sociedad está al día en sus impuestos.',
    expiresAfter: 60,
  },
];

/**
 * What keeps a contract where it is: a draft is not sent to be signed, and one that was sent is not signed. It lacks the
 * first document that does.
 */
const obstacleOf: Readonly<Partial<Record<DemoContract['fate'], Requirement['blocks']>>> = {
  draft: 'submit',
  pending_signature: 'sign',
};

/** Documents that contracts need, and those that they have: all of them, except every third that is not signed yet. */
export const insertDocuments = async (
  tx: Transaction,
  random: Random,
  {
    contracts,
    storage,
    today: now,
  }: {
    readonly contracts: readonly DemoContract[];
    readonly storage: Pick<Storage, 'put'>;
    readonly today: Date;
  },
): Promise<void> => {
  const today = now.toISOString().slice(0, 10);
  const types = new Map(
    (
      await tx.query<{ code: string; id: string }>(
        sql`SELECT code, id FROM file_types WHERE code = ANY(${requirements.map(({ type }) => type)}::text[])`,
      )
    ).map(({ code, id }) => [code, id]),
  );
  const since = new Date('2025-01-06T12:00:00Z');
  const made = new Map<string, Requirement & { readonly page: string }>();
  const rows: Row[] = [];
  for (const one of requirements) {
    const id = random.id(since);
    const { name, type, blocks, of, file, text } = one;
    made.set(id, { ...one, page: await insertPage(tx, storage, { name: file, title: name, text }) });
    rows.push({
      ...usual,
      ...of,
      id,
      name,
      file_type_id: types.get(type),
      blocks,
      is_regulated: false,
      currency_code: 'DOP',
      created_at: since,
    });
  }
  await insertRows(tx, 'document_requirements', rows);

  const byId = new Map(contracts.map((contract) => [contract.id, contract]));
  const needed = await requiredDocuments(tx, [...byId.keys()], today);
  const waiting = contracts.filter(({ fate }) => obstacleOf[fate] !== undefined);
  const incomplete = new Set(waiting.filter((_, index) => index % 3 === 0).map(({ id }) => id));
  await insertRows(
    tx,
    'contract_files',
    needed.flatMap(({ contract_id, id, file_type, name, blocks }) => {
      const contract = byId.get(contract_id);
      const requirement = made.get(id);
      if (!contract || !requirement) return [];
      if (blocks === obstacleOf[contract.fate] && incomplete.delete(contract_id)) return [];
      const day = addDays([contract.signedOn ?? today, today].sort()[0] ?? today, -1);
      const at = new Date(`${day}T13:00:00Z`);
      return [
        {
          id: random.id(at),
          contract_id,
          file_type_id: file_type.id,
          name,
          document: requirement.page,
          valid_until: requirement.expiresAfter === undefined ? null : addDays(day, requirement.expiresAfter),
          created_at: at,
        },
      ];
    }),
  );
};
