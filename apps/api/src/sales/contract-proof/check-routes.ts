import { signedName } from '@pauta/domain/sales/addenda/signed-content.ts';
import type { contractStates } from '@pauta/domain/sales/contracts/contract.ts';
import { capital } from '@pauta/domain/text/label.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import sql from 'sql-template-tag';
import { readLetterhead } from '../../admin/settings/letterhead.ts';
import { readUpload } from '../../files/read-upload.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { Problem } from '../../platform/http/problem.ts';
import { answerVisit } from '../../public-pages/answer-visit.ts';
import { type CheckedPaper, findPaper, findPaperOfFile } from '../../public-pages/checked-papers.ts';
import { sendNotice } from '../../public-pages/public-page.ts';
import { contentToSign } from '../signing/signing-request.ts';
import { checkFile, type Verdict } from './check-file.ts';
import { mostBytes, sendCheckPage, sendFindPage, sendPaperPage } from './check-page.ts';
import { findChain, type StoredVersion } from './contract-chain.ts';
import { checkChain, sha256 } from './contract-proof.ts';
import { verifierPage } from './verifier.ts';

type Visit = FastifyRequest<{ Params: { hash: string } }>;

const shape = /^[0-9a-f]{64}$/;

const sendUnknown = (reply: FastifyReply): FastifyReply =>
  sendNotice(
    reply.code(404),
    'No hay un documento con esa huella',
    'Revise que la dirección esté completa, o suba el documento en la página «Comprobar un documento» (/verificar).',
  );

/** The hash of the version that a hash shows: its own, or that of what its signers signed. */
const versionIn = (chain: readonly StoredVersion[], shown: string): string =>
  chain.find(({ hash, signedHash }) => hash === shown || signedHash === shown)?.hash ?? shown;

/** What was sent to be signed and is not signed. */
interface Unsigned {
  /** With its article. */
  readonly name: string;
  readonly isWaiting: boolean;
}

const findUnsigned = async (database: Queryable, hash: string): Promise<Unsigned | undefined> => {
  if (!shape.test(hash)) return undefined;
  const row = await database.one<{ content: string; outcome: string | null }>(sql`
    SELECT content, outcome FROM signing_requests WHERE hash = ${hash} ORDER BY created_at DESC LIMIT 1`);
  return row && { name: signedName(contentToSign(row)), isWaiting: row.outcome === null };
};

const sendUnsigned = (reply: FastifyReply, { name, isWaiting }: Unsigned): FastifyReply =>
  sendNotice(
    reply,
    `${capital(name)} no está en firme`,
    isWaiting
      ? 'Este documento se envió a firma y todavía faltan firmas. Vuelva a comprobarlo cuando estén todas.'
      : 'Este documento se envió a firma y se retiró: no llegó a firmarse. Pida el vigente a quien se lo envió.',
  );

const goodPaper = ({ ofIt, isNewest }: CheckedPaper): Verdict => ({
  isGood: true,
  text: `El archivo es el documento ${ofIt}, sin cambios.`,
  details: isNewest ? [] : ['Hay una edición más reciente.'],
  chain: [],
});

/** What is wrong with a file that is not the document of a page. */
const otherPaper = (of: CheckedPaper, paper: CheckedPaper | undefined): Verdict => ({
  isGood: false,
  text: paper
    ? `El archivo es otro documento: ${paper.title}.`
    : `El archivo no es el documento ${of.ofIt}: se alteró, o no es de aquí.`,
  details: ['Compare con el PDF que se descargó o recibió, sin volver a guardarlo ni imprimirlo.'],
  chain: [],
});

/** The pages on which anybody checks a contract, without an account. */
export const checkPages = (app: FastifyInstance): void => {
  const { database } = app;
  const route = { config: { access: 'public' }, schema: { hide: true } } as const;
  const formRoute = { config: { access: 'public', files: true }, schema: { hide: true } } as const;

  const visit = <Open>(
    request: FastifyRequest,
    reply: FastifyReply,
    kind: 'page' | 'form',
    find: () => Promise<Open | undefined>,
    send: (open: Open) => Promise<FastifyReply>,
  ): Promise<FastifyReply> =>
    answerVisit(app, request, reply, {
      purpose: 'contract-check',
      kind,
      find,
      send,
      sendUnknown,
      failure: 'No se pudo comprobar el documento',
    });

  const chainOf = async ({ params: { hash } }: Visit): Promise<readonly StoredVersion[] | undefined> => {
    const chain = shape.test(hash) ? await findChain(database, hash) : [];
    return chain.length === 0 ? undefined : chain;
  };

  const sendContract = async (
    reply: FastifyReply,
    chain: readonly StoredVersion[],
    hash: string,
    verdict: Verdict | null = null,
  ): Promise<FastifyReply> => {
    const [first] = chain;
    const contract = await database.one<{ status: keyof typeof contractStates }>(
      sql`SELECT status FROM contracts WHERE id = ${first?.contractId}::uuid`,
    );
    if (!first || !contract) return sendUnknown(reply);
    return sendCheckPage(
      reply,
      { chain, check: await checkChain(chain), status: contract.status, hash },
      await readLetterhead(app, [first.companyId]),
      verdict,
    );
  };

  const paperOf = async ({ params: { hash } }: Visit): Promise<CheckedPaper | undefined> =>
    shape.test(hash) ? findPaper(app, hash) : undefined;

  const sendPaper = async (
    reply: FastifyReply,
    paper: CheckedPaper,
    verdict: Verdict | null = null,
  ): Promise<FastifyReply> =>
    sendPaperPage(reply, paper, await readLetterhead(app, [paper.companyId]), verdict);

  /** The uploaded file; a file that cannot be read is said like one that was altered. */
  const readFile = async (
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<{ readonly bytes: Buffer } | Verdict> => {
    try {
      return await readUpload(request, mostBytes);
    } catch (error) {
      if (!(error instanceof Problem) || error.status >= 500) throw error;
      reply.code(error.status);
      return {
        isGood: false,
        text: error.errors?.file?.[0] ?? error.message,
        details: [],
        chain: [],
      };
    }
  };

  const present = async (): Promise<true> => true;

  app.get('/verificar', route, (request, reply) =>
    visit(request, reply, 'page', present, async () => sendFindPage(reply, await readLetterhead(app, []))),
  );

  app.post('/verificar', formRoute, (request, reply) =>
    visit(request, reply, 'form', present, async () => {
      const file = await readFile(request, reply);
      const paper = 'bytes' in file ? await findPaperOfFile(app, sha256(file.bytes)) : undefined;
      if (paper) return sendPaper(reply, paper, goodPaper(paper));
      const verdict = 'bytes' in file ? await checkFile(database, file.bytes, null) : file;
      const newest = verdict.chain.at(-1);
      return newest === undefined
        ? sendFindPage(reply, await readLetterhead(app, []), verdict)
        : sendContract(reply, verdict.chain, newest.hash, verdict);
    }),
  );

  app.get('/verificar/verificador.html', route, (_request, reply) =>
    reply
      .headers({
        'content-disposition': 'attachment; filename="verificador.html"',
        'cache-control': 'no-cache',
      })
      .type('text/html; charset=utf-8')
      .send(verifierPage),
  );

  app.get('/verificar/:hash', route, (request: Visit, reply) =>
    visit(
      request,
      reply,
      'page',
      async () =>
        (await chainOf(request)) ??
        (await findUnsigned(database, request.params.hash)) ??
        (await paperOf(request)),
      async (found) => {
        if ('isWaiting' in found) return sendUnsigned(reply, found);
        if ('facts' in found) return sendPaper(reply, found);
        return sendContract(reply, found, versionIn(found, request.params.hash));
      },
    ),
  );

  app.post('/verificar/:hash', formRoute, (request: Visit, reply) =>
    visit(
      request,
      reply,
      'form',
      async () => (await chainOf(request)) ?? (await paperOf(request)),
      async (found) => {
        const file = await readFile(request, reply);
        if ('facts' in found) {
          const paper = 'bytes' in file ? await findPaperOfFile(app, sha256(file.bytes)) : undefined;
          const other = 'bytes' in file ? otherPaper(found, paper) : file;
          return sendPaper(reply, found, paper?.hash === found.hash ? goodPaper(found) : other);
        }
        const hash = versionIn(found, request.params.hash);
        const verdict = 'bytes' in file ? await checkFile(database, file.bytes, hash) : file;
        return sendContract(reply, found, hash, verdict);
      },
    ),
  );

  app.get('/verificar/*', route, async (_request, reply) => sendUnknown(reply));
};
