import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Download, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiClient, openApi } from './api-client.ts';
import { expectAccessible, expectNoSidewaysScroll, follow, signIn, useBrowser, widths } from './browser.ts';
import { makeOffer, makePendingContract, setUpSale } from './sale-setup.ts';
import { administrator } from './setup.ts';

const { newPage } = useBrowser();
const tag = `${Date.now() % 1_000_000}`;
const campaign = `Campaña comprobada ${tag}`;
let api: ApiClient;
let folder: string;
let contract: { readonly id: string; readonly number: string };

interface Addendum {
  readonly id: string;
  readonly row_version: number;
  readonly lines: readonly { readonly id: string }[];
}

const mailedCode = async (email: string): Promise<string> => {
  const mails = await api.get<readonly { id: string; to: string; subject: string }[]>('mails');
  const mail = mails.find(({ to, subject }) => to === email && subject.startsWith('Código'));
  const { text } = await api.get<{ text: string }>(`mails/${mail?.id}`);
  return /: (\d{6})/.exec(text)?.[1] ?? '';
};

/** Draws a line across the box of the signature with the finger or the mouse. */
async function draw(page: Page): Promise<void> {
  const box = await page.getByRole('img', { name: /^Recuadro para dibujar/ }).boundingBox();
  if (!box) throw new Error('the box of the signature is not shown');
  await page.mouse.move(box.x + 20, box.y + box.height / 2);
  await page.mouse.down();
  for (const part of [0.3, 0.5, 0.7])
    await page.mouse.move(box.x + box.width * part, box.y + box.height * part);
  await page.mouse.up();
}

interface Signing {
  readonly signers: readonly { readonly id: string; readonly full_name: string }[];
}

/** Each signer of a contract signs on a telephone: one draws, the other types. */
async function signOnTelephones(id: string, until: string): Promise<void> {
  const { signers } = await api.get<Signing>(`contracts/${id}/signing`);
  expect(signers).toHaveLength(2);
  for (const [place, signer] of signers.entries()) {
    const email = `firma${place}-${tag}@cliente.test`;
    const { path } = await api.run('contracts', id, 'share_signing', {
      signer_id: signer.id,
      email,
      expires_on: until,
      sends_mail: false,
    });
    const guest = await newPage({ viewport: { width: widths.phone, height: 844 } });
    await guest.goto(String(path));
    await guest.getByRole('heading', { level: 1, name: campaign, exact: true }).waitFor();
    await expectAccessible(guest, `room of signer ${place}`);
    await expectNoSidewaysScroll(guest, `room of signer ${place}`);
    await guest.getByRole('button', { name: 'Enviar el código' }).click();
    await guest.getByText('Le enviamos el código.').waitFor();
    await guest.getByLabel('Código').fill('000000');
    await guest.getByLabel('Su nombre completo').fill(signer.full_name);
    if (place === 0) await draw(guest);
    await guest.getByRole('checkbox').check();
    await guest.getByRole('button', { name: 'Firmar', exact: true }).click();
    await guest.getByText('El código no es ese.').waitFor();
    await expectAccessible(guest, `wrong code of signer ${place}`);
    await guest.getByLabel('Código').fill(await mailedCode(email));
    await guest.getByRole('button', { name: 'Firmar', exact: true }).click();
    await guest.getByText(place === 0 ? /^Usted firmó el/ : /^Todos firmaron/).waitFor();
  }
}

/** Signs a contract for two spots, and an addendum that makes them three. */
async function makeContract(): Promise<typeof contract> {
  const space = `Tanda comprobada ${tag}`;
  const sale = await setUpSale(api, tag);
  const offer = await makeOffer(api, `CC-${tag}`, space, 'government');
  const { id } = await makePendingContract(api, sale, offer, { name: campaign, space });
  await signOnTelephones(id, offer.today);
  const { addendum_id } = await api.run('contracts', id, 'amend', {
    kinds: ['change_quantity'],
    effective_on: offer.today,
    reason: 'Una cuña más',
  });
  const addendum = await api.get<Addendum>(`addenda/${addendum_id}`);
  await api.patch('addenda', addendum as never, {
    lines: { put: [{ id: addendum.lines[0]?.id, op: 'change', units_per_day: 3 }] },
  });
  for (const command of ['plan_billing', 'submit']) await api.run('addenda', addendum.id, command);
  await api.run('addenda', addendum.id, 'apply', { signed_on: offer.today });
  return api.get(`contracts/${id}`);
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pauta-check-'));
  api = await openApi(administrator);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const kept = async (download: Download, name: string): Promise<string> => {
  const path = join(folder, name);
  await download.saveAs(path);
  return path;
};

const saved = async (page: Page, button: string, name: string): Promise<string> => {
  const waiting = page.waitForEvent('download');
  await page.getByRole('button', { name: button, exact: true }).click();
  return kept(await waiting, name);
};

/** A copy of a file with one byte changed. */
const altered = async (path: string, at: (bytes: Buffer) => number): Promise<string> => {
  const bytes = await readFile(path);
  const place = at(bytes);
  bytes[place] = (bytes[place] ?? 0) ^ 1;
  const other = path.replace(/(\.\w+)$/, '-alterado$1');
  await writeFile(other, bytes);
  return other;
};

const inMiddle = (bytes: Buffer): number => Math.floor(bytes.length / 2);

/** Downloads the PDF of the newest version and the proof as staff. @returns the address of the public page, too */
async function takeFiles() {
  const page = await newPage({ acceptDownloads: true });
  await signIn(page, administrator);
  await follow(page, `/ventas/contratos/${contract.id}`);
  await page.getByRole('heading', { level: 1, name: campaign, exact: true }).waitFor();
  await page.getByRole('tab', { name: 'Versiones' }).click();
  await page.getByText('La cadena verifica').waitFor();
  for (const width of Object.values(widths)) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoSidewaysScroll(page, `versions ${width}`);
    await expectAccessible(page, `versions ${width}`);
  }
  const link = page.getByRole('link', { name: 'Página pública de la versión 1' });
  return {
    address: String(await link.getAttribute('href')),
    document: await saved(page, 'PDF de la versión 1', 'contrato.pdf'),
    first: await saved(page, 'PDF de la versión 0', 'primera.pdf'),
    proof: await saved(page, 'Descargar prueba', 'prueba.json'),
  };
}

/** Gives the field a file as dropping it there does. */
async function drop(page: Page, path: string): Promise<void> {
  const data = (await readFile(path)).toString('base64');
  await page.getByLabel(/^PDF del contrato/).evaluate((field, encoded) => {
    const transfer = new DataTransfer();
    const bytes = Uint8Array.from(atob(encoded), (sign) => sign.charCodeAt(0));
    transfer.items.add(new File([bytes], 'contrato.pdf', { type: 'application/pdf' }));
    (field as HTMLInputElement).files = transfer.files;
  }, data);
}

async function checkOnPage(guest: Page, path: string, said: string | RegExp): Promise<void> {
  await guest.getByLabel(/^PDF del contrato/).setInputFiles(path);
  await guest.getByRole('button', { name: 'Comprobar', exact: true }).click();
  await guest.getByText(said).waitFor();
}

test('a contract is signed on two telephones; guests and a file without a server verify it with its addendum, and notice one changed byte', async () => {
  contract = await makeContract();
  const { address, document, first, proof } = await takeFiles();

  const guest = await newPage({ viewport: { width: widths.phone, height: 844 } });
  await guest.goto(address);
  await guest.getByRole('heading', { level: 1, name: `Contrato ${contract.number}`, exact: true }).waitFor();
  await guest.getByText('Esta es la versión más reciente.').waitFor();
  expect(await guest.locator('body').textContent()).not.toContain('RD$');
  await expectAccessible(guest, 'public page');
  await expectNoSidewaysScroll(guest, 'public page');
  await drop(guest, document);
  await guest.getByRole('button', { name: 'Comprobar', exact: true }).click();
  await guest.getByText(/es el documento de la versión 1 .* sin cambios/).waitFor();
  await expectAccessible(guest, 'verdict');
  await checkOnPage(guest, await altered(document, inMiddle), /no es el documento de ninguna versión/);
  await checkOnPage(guest, proof, /verifica y es igual a lo guardado/);
  const wrongProof = await altered(proof, (bytes) => bytes.indexOf('comprobada'));
  await checkOnPage(guest, wrongProof, /Versión 0: Su huella no es la de su contenido/);
  await guest.goto('/verificar');
  await expectAccessible(guest, 'upload page');
  await checkOnPage(guest, first, /Hay una versión más reciente: la 1/);

  const waiting = guest.waitForEvent('download');
  await guest.getByRole('link', { name: 'verificador' }).click();
  const verifier = await kept(await waiting, 'verificador.html');
  const offline = await newPage({ offline: true });
  await offline.goto(pathToFileURL(verifier).href);
  const choose = async (path: string, pdf: string, said: readonly string[]): Promise<void> => {
    await offline.getByLabel(/^Prueba del contrato/).setInputFiles(path);
    await offline.getByLabel(/^Documento/).setInputFiles(pdf);
    for (const text of said) await offline.getByText(text).waitFor();
  };
  await choose(proof, document, [
    `La prueba del contrato ${contract.number} verifica`,
    'El PDF es el documento de la versión 1, sin cambios.',
  ]);
  await expectAccessible(offline, 'verifier');
  await choose(proof, await altered(document, inMiddle), ['no es el documento de ninguna versión']);
  await choose(wrongProof, document, ['La prueba se alteró.', 'con una prueba alterada']);
});
