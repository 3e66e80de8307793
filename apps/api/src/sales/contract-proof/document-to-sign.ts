import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { readLetterhead } from '../../admin/settings/letterhead.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { checkPath } from '../../public-pages/checked-papers.ts';
import { contentToSign, type SigningRequest } from '../signing/signing-request.ts';
import { printContract } from './print-contract.ts';

/** A document that signers read, with its SHA-256 in hexadecimal. */
export interface DocumentToSign {
  readonly bytes: Buffer;
  readonly hash: string;
}

const kept = (database: Queryable, requestId: string): Promise<DocumentToSign | undefined> =>
  database.one<DocumentToSign>(sql`
    SELECT document AS bytes, document_hash AS hash FROM signing_requests
    WHERE id = ${requestId}::uuid AND document IS NOT NULL`);

/**
 * The document of a request as PDF. It is printed once, and its bytes are kept: everybody reads and signs the same ones,
 * and their hash is part of the signed version. Of two who ask for it at once, the first one's is kept.
 *
 * @param companyId of the company that issues it
 */
export const documentToSign = async (
  app: FastifyInstance,
  request: SigningRequest,
  companyId: string,
): Promise<DocumentToSign> => {
  const found = await kept(app.database, request.id);
  if (found) return found;
  const { database, mailer } = app;
  const bytes = await printContract(
    app,
    {
      content: contentToSign(request),
      hash: request.hash,
      checkUrl: await mailer.address(database, checkPath(request.hash)),
      mark: null,
      at: request.at,
    },
    await readLetterhead(app, [companyId]),
  );
  await database.query(sql`
    UPDATE signing_requests SET document = ${bytes}, document_hash = encode(sha256(${bytes}), 'hex')
    WHERE id = ${request.id}::uuid AND document IS NULL`);
  const stored = await kept(database, request.id);
  if (!stored) throw new Error(`the document of signing request ${request.id} was not stored`);
  return stored;
};
