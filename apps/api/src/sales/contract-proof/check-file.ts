import type { ProofCheck } from '@pauta/domain/sales/contracts/contract-proof.ts';
import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';
import { findChain, readChain, type StoredVersion } from './contract-chain.ts';
import { checkProofText, numberOf, sha256 } from './contract-proof.ts';

/** What a file turned out to be, in words. */
export interface Verdict {
  readonly isGood: boolean;
  readonly text: string;
  readonly details: readonly string[];
  /** The contract that it is of; none if it is of none. */
  readonly chain: readonly StoredVersion[];
}

const bad = (text: string, details: readonly string[] = []): Verdict => ({
  isGood: false,
  text,
  details,
  chain: [],
});

/** What made a version, in words. */
export const originOf = (addendum: string | null): string =>
  addendum === null ? 'el contrato firmado' : `la adenda ${addendum}`;

/** Whether a version is the newest one, in words. */
const recency = (chain: readonly StoredVersion[], version: number): string =>
  version === chain.length - 1
    ? 'Es la versión más reciente.'
    : `Hay una versión más reciente: la ${chain.length - 1}.`;

/** How many problems of a file are listed: a hostile file may have any number. */
const mostProblems = 50;

const problemsOf = ({ problems, versions }: ProofCheck): readonly string[] =>
  [
    ...problems,
    ...versions.flatMap((one) => one.problems.map((problem) => `Versión ${one.version}: ${problem}`)),
  ].slice(0, mostProblems);

const checkJson = async (database: Queryable, text: string): Promise<Verdict> => {
  const check = await checkProofText(text);
  if (!check.isIntact) return bad('La prueba se alteró.', problemsOf(check));
  const last = check.versions.at(-1);
  const chain = await findChain(database, last?.hash ?? '');
  if (chain.length === 0)
    return bad('La prueba verifica en sí misma, pero no es de un contrato guardado aquí.');
  const differing = check.versions.filter(
    ({ version, hash, document_sha256 }) =>
      chain[version]?.hash !== hash || chain[version]?.documentHash !== document_sha256,
  );
  if (differing.length > 0)
    return {
      ...bad(
        'La prueba no es igual a lo guardado.',
        differing.map(({ version }) => `Versión ${version}: es otra que la guardada.`),
      ),
      chain,
    };
  return {
    isGood: true,
    text: `La prueba del contrato ${numberOf(chain)} verifica y es igual a lo guardado.`,
    details: [recency(chain, check.versions.length - 1)],
    chain,
  };
};

interface ReadDocument {
  readonly contract_id: string;
  readonly addendum_id: string | null;
  readonly outcome: string | null;
}

/** What a document is that signers were asked to read. */
const checkRead = async (
  database: Queryable,
  { contract_id, addendum_id, outcome }: ReadDocument,
): Promise<Verdict> => {
  if (outcome === null)
    return bad('El archivo es el documento que se envió a firma, sin cambios, pero todavía no está firmado.');
  if (outcome !== 'completed') return bad('El archivo se envió a firma y se retiró: no llegó a firmarse.');
  const chain = await readChain(database, contract_id);
  const version = chain.find(({ addendum }) => (addendum?.id ?? null) === addendum_id);
  const what = version?.addendum
    ? `de la adenda ${version.addendum.number}`
    : `del contrato ${numberOf(chain)}`;
  return {
    isGood: true,
    text: `El archivo es el documento que se leyó y se firmó ${what}, sin cambios.`,
    details: [recency(chain, version?.version ?? 0)],
    chain,
  };
};

/**
 * Finds out whether a file is the document of a version of a contract, or the proof of a contract.
 *
 * @param of the hash of a version: the contract of which it should be
 */
export const checkFile = async (database: Queryable, bytes: Buffer, of: string | null): Promise<Verdict> => {
  const known = await database.one<{ contract_id: string; version: number }>(
    sql`SELECT contract_id, version FROM contract_documents WHERE sha256 = ${sha256(bytes)}`,
  );
  const read =
    known ??
    (await database.one<ReadDocument>(
      sql`SELECT contract_id, addendum_id, outcome FROM signing_requests WHERE document_hash = ${sha256(bytes)}`,
    ));
  const text = read ? '' : bytes.toString('utf8');
  let verdict: Verdict;
  if (known) {
    const chain = await readChain(database, known.contract_id);
    const origin = originOf(chain[known.version]?.addendum?.number ?? null);
    verdict = {
      isGood: true,
      text: `El archivo es el documento de la versión ${known.version} del contrato ${numberOf(chain)}: ${origin}, sin cambios.`,
      details: [recency(chain, known.version)],
      chain,
    };
  } else if (read && 'outcome' in read) verdict = await checkRead(database, read);
  else if (text.trimStart().startsWith('{')) verdict = await checkJson(database, text);
  else
    verdict = bad('El archivo no es el documento de ninguna versión: se alteró, o no es de aquí.', [
      'Compare con el PDF que se descargó o recibió, sin volver a guardarlo ni imprimirlo.',
    ]);
  if (of === null || !verdict.isGood || verdict.chain.some(({ hash }) => hash === of)) return verdict;
  return {
    ...verdict,
    isGood: false,
    text: `El archivo es de otro contrato: ${numberOf(verdict.chain)}.`,
    details: ['Ábralo en la página de comprobación de ese contrato.'],
  };
};
