import { addDays } from '@pauta/domain/calendar/working-time.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { expect } from 'vitest';
import { codeTo } from '../../testing/sent-mails.ts';
import type { TestApi } from '../../testing/test-api.ts';
import type { ContractWorld } from '../contracts/contract-fixtures.ts';

/** Somebody who signs, as staff see them. */
export interface SignerAnswer {
  readonly id: string;
  readonly party: string;
  readonly in_turn: boolean;
  readonly signature: { readonly method: string; readonly document_hash: string | null } | null;
}

/** A link for a signer, and the address to which its code goes. */
interface SharedLink {
  readonly email: string;
  readonly path: string;
}

type Response = Awaited<ReturnType<TestApi['inject']>>;

/** The rooms of signers in a test. */
export interface SigningVisitors {
  get(url: string): Promise<Response>;
  send(url: string, fields: Readonly<Record<string, string>>): Promise<Response>;
  signersOf(id: string): Promise<readonly SignerAnswer[]>;
  signerOf(id: string, party: string): Promise<SignerAnswer>;
  /** A link for somebody who signs for a party. */
  share(document: AnyRecord, party: string): Promise<SharedLink>;
  /** Asks for a code, and answers what the form is to be sent with. */
  prepared(link: SharedLink): Promise<Record<string, string>>;
}

/**
 * Visits the rooms of contracts or addenda.
 *
 * @param resource name of the documents that are signed
 * @param run runs a command on one of them
 */
export const signingVisitors = (
  api: TestApi,
  { headers, today }: Pick<ContractWorld, 'headers' | 'today'>,
  resource: 'contracts' | 'addenda',
  run: (id: string, command: string, input: object) => Promise<Response>,
): SigningVisitors => {
  let count = 0;
  /** Each visitor has an address of its own: the limits are by address. */
  const from = () => {
    count += 1;
    return { remoteAddress: `10.${resource.length}.${Math.floor(count / 250)}.${(count % 250) + 1}` };
  };
  const get = (url: string) => api.inject({ url, ...from() });
  const send = (url: string, fields: Readonly<Record<string, string>>) =>
    api.inject({
      method: 'POST',
      url,
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'user-agent': 'Navegador de prueba',
      },
      payload: new URLSearchParams(fields).toString(),
      ...from(),
    });
  const signersOf: SigningVisitors['signersOf'] = async (id) =>
    (await api.inject({ url: `/api/${resource}/${id}/signing`, headers })).json().data.signers;
  const signerOf: SigningVisitors['signerOf'] = async (id, party) => {
    const found = (await signersOf(id)).find((one) => one.party === party);
    if (!found) throw new Error(`nobody signs for ${party}`);
    return found;
  };
  return {
    get,
    send,
    signersOf,
    signerOf,
    share: async (document, party) => {
      count += 1;
      const email = `firma${count}@${resource}.test`;
      const { id } = await signerOf(document.id, party);
      const answer = await run(document.id, 'share_signing', {
        signer_id: id,
        email,
        expires_on: addDays(today, 5),
        sends_mail: false,
      });
      expect(answer.statusCode, answer.body).toBe(200);
      return { email, path: String(answer.json().data.path) };
    },
    prepared: async ({ path, email }) => {
      expect((await get(path)).statusCode).toBe(200);
      const asked = await send(`${path}/codigo`, {});
      expect(asked.statusCode, asked.body).toBe(303);
      return {
        code: await codeTo(api, email),
        document: /name="document" value="([0-9a-f]{64})"/.exec((await get(path)).body)?.[1] ?? '',
        typed_name: 'Ana Núñez',
        drawing: 'M10 20L30 40L55 41',
        consent: 'si',
      };
    },
  };
};
