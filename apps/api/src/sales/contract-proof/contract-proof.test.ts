import { createHash } from 'node:crypto';
import fc from 'fast-check';
import pg from 'pg';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { canonicalJson } from '../../document/canonical-json.ts';
import { readPdf } from '../../testing/read-pdf.ts';
import { createUser, signIn } from '../../testing/sign-in.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';
import { uploadFile } from '../../testing/upload.ts';
import { type AddendaWorld, linesOfAddendum, makeAddendaWorld } from '../addenda/addenda-fixtures.ts';
import { type ContractWorld, makeContractWorld } from '../contracts/contract-fixtures.ts';
import { versionHash } from '../signing/contract-version.ts';
import { contentOf, readChain, type StoredVersion } from './contract-chain.ts';
import { checkProofText } from './contract-proof.ts';
import { printContract } from './print-contract.ts';

let api: TestApi;
let world: ContractWorld;
let addenda: AddendaWorld;
let space: string;

beforeAll(async () => {
  api = await startTestApi();
  world = await makeContractWorld(api);
  addenda = makeAddendaWorld(api, world);
  space = await world.space(1000);
});
afterAll(() => api?.close());

const pdf = (id: string, query = '', headers = world.headers) =>
  api.inject({ url: `/api/contracts/${id}/contract.pdf${query}`, headers });

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** A signed contract with one applied addendum. */
const amended = async () => {
  const contract = await addenda.signed([world.line(space)], { name: 'Campaña ñandú' });
  const draft = await addenda.draft(contract.id);
  const [line] = linesOfAddendum(draft);
  const addendum = await addenda.pending(draft, [{ id: line?.id, op: 'change', units_per_day: 2 }]);
  const applied = await addenda.apply(addendum.id);
  expect(applied.statusCode, applied.body).toBe(200);
  return { contract, addendum };
};

describe('the document', () => {
  test('of a contract that is not signed has a mark, no hash, and is not kept', async () => {
    const contract = await world.draft(await world.client({ legal_name: 'Óptica Ñandú' }), [
      world.line(space),
    ]);
    const answer = await pdf(contract.id);
    expect(answer.statusCode, answer.body).toBe(200);
    const { text, isTagged } = await readPdf(answer.rawPayload);
    expect(isTagged).toBe(true);
    for (const part of ['BORRADOR', 'Óptica Ñandú', 'Cuña de 30 s', 'Firmas', 'Página 1 de'])
      expect(text).toContain(part);
    expect(text).not.toContain('SHA-256');
    expect((await pdf(contract.id)).rawPayload.equals(answer.rawPayload)).toBe(true);
    expect((await pdf(contract.id, '?version=0')).statusCode).toBe(404);
    for (const version of ['x', '-1', '1.5', '10000']) {
      const refused = await pdf(contract.id, `?version=${version}`);
      expect(refused.statusCode, refused.body).toBe(422);
      expect(refused.json().errors.version, version).toEqual(['El valor no tiene el formato correcto.']);
    }
    const kept = await api.database.query(
      sql`SELECT FROM contract_documents WHERE contract_id = ${contract.id}::uuid`,
    );
    expect(kept).toHaveLength(0);
  });

  test('of a version is made once, also for two who ask at the same time, and stays the same', async () => {
    const { id } = await addenda.signed([world.line(space)]);
    const [one, other] = await Promise.all([pdf(id), pdf(id, '?version=0')]);
    expect(one.statusCode, one.body).toBe(200);
    expect(one.rawPayload.equals(other.rawPayload)).toBe(true);
    const kept = await api.database.query<{ sha256: string; bytes: Buffer; hash: string }>(sql`
      SELECT d.sha256, d.bytes, v.hash FROM contract_documents d JOIN contract_versions v USING (contract_id, version)
      WHERE d.contract_id = ${id}::uuid`);
    expect(kept).toHaveLength(1);
    expect(kept[0]?.sha256).toBe(sha256(one.rawPayload));
    const { text } = await readPdf(one.rawPayload);
    expect(text.replaceAll(/\s/g, '')).toContain(kept[0]?.hash);
    expect(text).not.toContain('BORRADOR');
  });

  test('of each version after an addendum says what was in force', async () => {
    const { contract, addendum } = await amended();
    const [first, second, last] = await Promise.all(
      ['?version=0', '?version=1', ''].map((query) => pdf(contract.id, query)),
    );
    expect(second?.rawPayload.equals(last?.rawPayload ?? Buffer.of())).toBe(true);
    expect((await readPdf(first?.rawPayload ?? Buffer.of())).text).not.toContain(addendum.number);
    const { text } = await readPdf(second?.rawPayload ?? Buffer.of());
    expect(text).toContain(addendum.number);
    expect(text).toContain('Renglones en vigor');
  });

  test('shows drawn and typed signatures with their time and method', async () => {
    const { id } = await addenda.signed([world.line(space)]);
    const [version] = await readChain(api.database, id);
    const signed = {
      capacity: 'Apoderado',
      party: 'Canal Uno',
      at: '2026-10-30T12:00:00Z',
      method: 'en persona',
    };
    const document = await printContract(
      api.app,
      {
        content: contentOf(version as StoredVersion),
        hash: null,
        checkUrl: `https://pauta.example/verificar/${version?.hash}`,
        mark: null,
        at: '2026-10-30T12:00:00Z',
        signatures: [
          { ...signed, name: 'Luis Peña', drawing: 'M10 20L30 40L55 41' },
          { ...signed, name: 'Ana Núñez', drawing: null },
        ],
      },
      { name: 'Canal Uno', details: [], footer: '', color: '#1F4E79', logo: null },
    );
    const { text } = await readPdf(document);
    expect(text.match(/Luis Peña/g)).toHaveLength(1);
    expect(text.match(/Ana Núñez/g)).toHaveLength(2);
    expect(text).toContain('en persona');
    expect(text).toContain('https://pauta.example/verificar/');
  });

  test('is changed and deleted by no path of the API’s role, and is of the bytes of its hash', async () => {
    const { id } = await addenda.signed([world.line(space)]);
    await pdf(id);
    for (const attack of [
      sql`UPDATE contract_documents SET bytes = 'x' WHERE contract_id = ${id}::uuid`,
      sql`UPDATE contract_documents SET sha256 = 'x' WHERE contract_id = ${id}::uuid`,
      sql`DELETE FROM contract_documents WHERE contract_id = ${id}::uuid`,
      sql`TRUNCATE contract_documents`,
    ])
      await expect(api.database.query(attack), attack.text).rejects.toThrow(/permission denied/);
    const owner = new pg.Client(api.testDatabase.owner);
    await owner.connect();
    try {
      await expect(
        owner.query(`UPDATE contract_documents SET bytes = 'x' WHERE contract_id = $1`, [id]),
      ).rejects.toThrow(/contract_documents_sha256/);
    } finally {
      await owner.end();
    }
  });
});

const json = (id: string, headers = world.headers) =>
  api.inject({ url: `/api/contracts/${id}/contract.json`, headers });

const chainOf = async (id: string) =>
  (await api.inject({ url: `/api/contracts/${id}/chain`, headers: world.headers })).json().data;

/** The same bytes with one of them changed. */
const altered = (bytes: Buffer, place = Math.floor(bytes.length / 2)): Buffer => {
  const other = Buffer.from(bytes);
  other[place] = (other[place] ?? 0) ^ 1;
  return other;
};

const upload = async (url: string, bytes: Buffer) => {
  const answer = await uploadFile(api, {}, { bytes, url });
  return { status: answer.statusCode, page: answer.body };
};

describe('the proof', () => {
  test('verifies in the file and in the chain, with each version and its document', async () => {
    const { contract, addendum } = await amended();
    const answer = await json(contract.id);
    expect(answer.statusCode, answer.body).toBe(200);
    const check = await checkProofText(answer.body);
    expect(check).toMatchObject({ isProof: true, isIntact: true, contract: contract.number, problems: [] });
    expect(check.versions.map(({ addendum: number }) => number)).toEqual([null, addendum.number]);
    expect(check.versions[1]?.document_sha256).toBe(sha256((await pdf(contract.id)).rawPayload));
    expect(await chainOf(contract.id)).toMatchObject({
      is_intact: true,
      versions: [
        { version: 0, addendum: null, problems: [] },
        { version: 1, addendum: { id: addendum.id, number: addendum.number }, problems: [] },
      ],
    });
  });

  test('of a contract that is not signed does not exist', async () => {
    const contract = await world.draft(await world.client(), [world.line(space)]);
    expect((await json(contract.id)).statusCode).toBe(404);
    expect(await chainOf(contract.id)).toEqual({ is_intact: null, versions: [] });
  });

  test('and the PDF are not for users who do not see the contract', async () => {
    const { id } = await addenda.signed([world.line(space)]);
    const stranger = await signIn(api, await createUser(api, { role: 'sales_rep' }));
    for (const file of ['contract.pdf', 'contract.json', 'chain']) {
      const answer = await api.inject({ url: `/api/contracts/${id}/${file}`, headers: stranger });
      expect([403, 404], file).toContain(answer.statusCode);
    }
  });

  test('altered anywhere by one bit does not verify', async () => {
    const bytes = Buffer.from((await json((await addenda.signed([world.line(space)])).id)).body, 'utf8');
    await fc.assert(
      fc.asyncProperty(fc.nat(bytes.length - 1), fc.integer({ min: 0, max: 7 }), async (place, bit) => {
        const other = Buffer.from(bytes);
        other[place] = (other[place] ?? 0) ^ (1 << bit);
        expect((await checkProofText(other.toString('utf8'))).isIntact).toBe(false);
      }),
    );
  });

  test('accepts any content in its canonical form, and only that', async () => {
    await fc.assert(
      fc.asyncProperty(fc.dictionary(fc.string(), fc.jsonValue()), async (values) => {
        const content = canonicalJson({ ...values, contract: { number: 'CT-1' }, addenda: [] });
        const proof = {
          format: 'pauta-contract-proof/1',
          contract: 'CT-1',
          versions: [
            {
              version: 0,
              addendum: null,
              created_at: '2026-01-01T00:00:00Z',
              content,
              hash: versionHash(null, content),
              prev_hash: null,
              document_sha256: null,
            },
          ],
        };
        const whole = { ...proof, checksum: sha256(Buffer.from(canonicalJson(proof))) };
        expect(await checkProofText(canonicalJson(whole))).toMatchObject({ isIntact: true });
        expect(await checkProofText(JSON.stringify(whole, null, 1))).toMatchObject({ isIntact: false });
      }),
    );
  });

  test.each([
    '',
    '[]',
    'null',
    '{"format":1}',
    '{"format":"pauta-contract-proof/1","contract":"","versions":[null]}',
  ])('is not %j', async (text) => {
    expect(await checkProofText(text)).toMatchObject({ isProof: false, isIntact: false });
  });

  test('of any hostile form is refused and breaks nothing', async () => {
    const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
    const proof = { format: 'pauta-contract-proof/1', contract: 'CT-1' };
    const version = (content: string) => ({ content, hash: 'x', addendum: {}, prev_hash: [], version: 0 });
    for (const content of [
      `{"a":${deep}}`,
      '{"addenda":5}',
      '{"addenda":[null],"contract":null}',
      deep,
      'null',
    ])
      expect(await checkProofText(JSON.stringify({ ...proof, versions: [version(content)] }))).toMatchObject({
        isProof: true,
        isIntact: false,
      });
    const text = `{"checksum":"x","contract":"CT-1","deep":${deep},"format":"pauta-contract-proof/1","versions":[{"content":"{}","hash":"x"}]}`;
    expect(await checkProofText(text)).toMatchObject({ isIntact: false });
    const many = { ...proof, versions: Array.from({ length: 5000 }, () => version('{}')) };
    const { status, page } = await upload('/verificar', Buffer.from(JSON.stringify(many)));
    expect(status).toBe(200);
    expect(page.length).toBeLessThan(50_000);
  });
});

describe('the public page', () => {
  test('says what identifies the contract and whether it is the newest version, without amounts', async () => {
    const { contract, addendum } = await amended();
    const { versions } = await chainOf(contract.id);
    const [old, newest] = await Promise.all(
      versions.map(({ path }: { path: string }) => api.inject({ url: path })),
    );
    for (const page of [old, newest]) {
      expect(page.statusCode, page.body).toBe(200);
      expect(page.body).toContain(contract.number);
      expect(page.body).toContain('La cadena verifica');
      expect(page.body).toContain(`la adenda ${addendum.number}`);
      expect(page.body).not.toMatch(/RD\$|<script|<img (?!alt="" src="data:)/);
      expect(page.headers['content-security-policy']).toContain("default-src 'none'");
    }
    expect(old.body).toContain('no es la versión más reciente');
    expect(newest.body).toContain('Esta es la versión más reciente');
  });

  test('says of an uploaded file whether it is the document or the proof, or was altered', async () => {
    const { contract } = await amended();
    const other = await addenda.signed([world.line(space)]);
    const { versions } = await chainOf(contract.id);
    const page = versions[1].path;
    const document = (await pdf(contract.id)).rawPayload;
    const proof = Buffer.from((await json(contract.id)).body, 'utf8');
    const inContent = proof.indexOf('Campaña');
    const cases: readonly (readonly [string, Buffer, string])[] = [
      [page, document, 'es el documento de la versión 1'],
      [page, (await pdf(contract.id, '?version=0')).rawPayload, 'Hay una versión más reciente: la 1.'],
      [page, altered(document), 'no es el documento de ninguna versión'],
      [page, proof, 'verifica y es igual a lo guardado'],
      [page, altered(proof, inContent), 'Versión 0: Su huella no es la de su contenido.'],
      [page, (await pdf(other.id)).rawPayload, 'es de otro contrato'],
      ['/verificar', document, 'es el documento de la versión 1'],
      ['/verificar', proof, 'verifica y es igual a lo guardado'],
      ['/verificar', altered(document), 'no es el documento de ninguna versión'],
      ['/verificar', Buffer.from('{}'), 'La prueba se alteró.'],
    ];
    for (const [url, bytes, said] of cases) {
      const answer = await upload(url, bytes);
      expect(answer.status, answer.page).toBe(200);
      expect(answer.page.replaceAll(/&#(\d+);/g, (_, code) => String.fromCharCode(code))).toContain(said);
    }
  });

  test('of a proof that is right in itself but not stored says so', async () => {
    const { id } = await addenda.signed([world.line(space)]);
    const proof = JSON.parse((await json(id)).body);
    const content = proof.versions[0].content.replace('Cuña de 30 s', 'Cuña de 20 s');
    const forged = {
      ...proof,
      versions: [{ ...proof.versions[0], content, hash: versionHash(null, content) }],
    };
    const { checksum: _, ...rest } = forged;
    const text = canonicalJson({ ...rest, checksum: sha256(Buffer.from(canonicalJson(rest))) });
    expect(await checkProofText(text)).toMatchObject({ isIntact: true });
    const { page } = await upload('/verificar', Buffer.from(text));
    expect(page).toContain('no es de un contrato guardado aquí');
  });

  test('of an unknown hash is a plain page, and a missing or too large file is said', async () => {
    for (const hash of ['0'.repeat(64), 'x', `${'0'.repeat(64)}/more`]) {
      const answer = await api.inject({ url: `/verificar/${hash}` });
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
    }
    expect((await upload('/verificar', Buffer.of())).status).toBe(422);
    const large = await upload('/verificar', Buffer.alloc(11 * 1024 * 1024));
    expect(large.status).toBe(413);
    expect(large.page).toContain('supera 10 MB');
  });

  test('offers the verifier, with the check of the server in it', async () => {
    const answer = await api.inject({ url: '/verificar/verificador.html' });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-disposition']).toContain('attachment');
    expect(answer.body).toContain('pauta-contract-proof/1');
    expect(answer.body).not.toContain('/* checkProof */');
  });
});
