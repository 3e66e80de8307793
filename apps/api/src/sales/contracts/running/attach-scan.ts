import type { StoredFile } from '@pauta/domain/kinds/file.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import sql from 'sql-template-tag';
import type { Transaction } from '../../../platform/database/database.ts';
import type { CommandHandler } from '../../../resource/commands/handler.ts';
import { refusalOf } from '../../../resource/commands/reasons.ts';

/** The type of file of a signed contract that is not the first of its contract. */
const signedContractType = 'CONTRATO';

const missingType = refusalOf([
  {
    code: 'no_file_type',
    text: `El contrato ya tiene un escaneo, y falta el tipo de archivo con código ${signedContractType} para agregar otro: créelo o actívelo.`,
    fix: { label: 'Tipos de archivos', path: '/gestion/catalogos/tipos-archivos' },
  },
]);

/** Whether a contract has these bytes already, as its signed scan or as a document. */
const hasFile = async (tx: Transaction, contractId: string, fileId: string): Promise<boolean> => {
  const row = await tx.one(sql`
    SELECT FROM files n JOIN files f ON f.sha256 = n.sha256
    WHERE n.id = ${fileId}::uuid AND (
      EXISTS (SELECT FROM contracts c WHERE c.id = ${contractId}::uuid AND c.signed_scan = f.id)
      OR EXISTS (
        SELECT FROM contract_files d WHERE d.document = f.id AND d.contract_id = ${contractId}::uuid AND d.archived_at IS NULL))
    LIMIT 1`);
  return row !== undefined;
};

const addDocument = async (tx: Transaction, contractId: string, file: StoredFile): Promise<void> => {
  const name = file.name.replace(/\.[a-z0-9]{1,5}$/i, '').slice(0, 120);
  const added = await tx.one(sql`
    INSERT INTO contract_files (contract_id, file_type_id, name, document)
    SELECT ${contractId}::uuid, id, ${name}, ${file.id}::uuid FROM file_types
    WHERE code = ${signedContractType} AND use = 'document' AND is_active AND archived_at IS NULL
    RETURNING id`);
  if (!added) throw missingType;
};

/**
 * Attaches a scan to an imported contract: the first one as its signed scan, any other as a document of it. The command
 * has locked the contract, so the same file that is sent twice at once is attached once.
 */
export const attachScan: CommandHandler<unknown, AnyRecord | null> = {
  run: async ({ tx }, contract, input) => {
    if (!contract) throw new Error('a scan is attached to one contract');
    const file = input.scan as StoredFile;
    if (await hasFile(tx, contract.id, file.id)) return { already: true, is_first: false };
    const isFirst = !contract.signed_scan;
    if (isFirst)
      await tx.query(
        sql`UPDATE contracts SET signed_scan = ${file.id}::uuid WHERE id = ${contract.id}::uuid`,
      );
    else await addDocument(tx, contract.id, file);
    return { already: false, is_first: isFirst };
  },
  answer: {
    already: {
      type: 'boolean',
      description: 'El contrato ya tenía ese mismo archivo: no se agregó otra vez',
    },
    is_first: { type: 'boolean', description: 'Si es su contrato firmado; otro más es un documento suyo' },
  },
};
