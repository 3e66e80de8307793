import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { type ApiClient, openApi } from './api-client.ts';
import { expectAccessible, expectNoSidewaysScroll, follow, signIn, useBrowser, widths } from './browser.ts';
import { command, pick, type } from './fill-form.ts';
import { makeOffer, makePendingContract, setUpSale } from './sale-setup.ts';
import { administrator } from './setup.ts';
import { wav } from './wav.ts';

const { newPage } = useBrowser();
const tag = `${Date.now() % 1_000_000}`;
const campaign = `Campaña entregada ${tag}`;
const space = `Tanda entregada ${tag}`;
const channel = `Canal entregado ${tag}`;
const code = `HN-${tag}`;
const buyer = { name: 'Ana Núñez', email: `material${tag}@cliente.test` };
/** A sound of its own: the library holds the same content once. */
const sound = Buffer.from(wav);
sound.write(tag, sound.length - 100);
let api: ApiClient;
let contractId: string;
let today: string;

/** Ids of lines say when they were made. */
const lineId = (): string => crypto.randomUUID().replace(/^(.{14})./, '$17');

/** A published template that asks for a version and a sound. @returns its id */
async function makeTemplate(platformId: string): Promise<string> {
  const { id } = await api.post('tech-templates', {
    code: `DE-${tag}`,
    name: `Cuña entregada ${tag}`,
    platform_id: platformId,
    lead_time_days: 0,
    data: { put: [{ id: lineId(), position: 'a0', label: 'Versión', type: 'text' }] },
    materials: {
      put: [{ id: lineId(), position: 'a0', name: 'Cuña grabada', kind: 'audio', file_types: ['wav'] }],
    },
  });
  await api.run('tech-templates', id, 'publish');
  return id;
}

beforeAll(async () => {
  api = await openApi(administrator);
  const sale = await setUpSale(api, tag);
  const division = await api.option('divisions');
  await api.post('subdivisions', { code: `D-${tag}`, name: channel, division_id: division });
  const offer = await makeOffer(api, `DE-${tag}`, space, 'special', {
    platform: 'Televisión',
    subdivision: channel,
    airs_at: '00:01',
    tech_template_id: await makeTemplate(await api.option('platforms', 'Televisión')),
  });
  today = offer.today;
  ({ id: contractId } = await makePendingContract(api, sale, offer, { name: campaign, space }));
  await api.run('contracts', contractId, 'sign', { signed_on: today });
});

const onTelephone = () => newPage({ viewport: { width: widths.phone, height: 844 } });

/** A page for people without an account, at every width, light and dark. */
async function expectReadable(address: string, name: string): Promise<void> {
  for (const width of Object.values(widths)) {
    for (const colorScheme of ['light', 'dark'] as const) {
      const guest = await newPage({ viewport: { width, height: 900 }, colorScheme });
      await guest.goto(address);
      await guest.getByRole('heading', { level: 1 }).waitFor();
      await expectAccessible(guest, `${name} ${width} ${colorScheme}`);
      await expectNoSidewaysScroll(guest, `${name} ${width} ${colorScheme}`);
    }
  }
}

/** Makes a link by a command of a page. @returns its address */
async function share(page: Page, label: string): Promise<string> {
  await page.getByRole('button', { name: label, exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(/^(A quién|Para quién)/).fill(buyer.name);
  await type(dialog, 'Correo', buyer.email);
  await dialog.getByRole('button', { name: label, exact: true }).click();
  await dialog.getByText('no se vuelve a mostrar').waitFor();
  await expectAccessible(page, label);
  const address = await dialog.getByLabel('Enlace').inputValue();
  await dialog.getByRole('button', { name: 'Cerrar', exact: true }).last().click();
  return address;
}

/** The client answers, uploads and approves on a telephone. */
async function deliverMaterial(address: string): Promise<void> {
  await expectReadable(address, 'material');
  const phone = await onTelephone();
  await phone.goto(address);
  await phone.getByLabel('Versión').fill('Navideña');
  await phone.getByRole('button', { name: 'Aprobar y enviar a revisión' }).click();
  await phone.getByText('«Cuña grabada»: falta.').waitFor();
  await phone.getByLabel('Versión').fill('Navideña');
  await phone
    .getByLabel(/^Elegir archivo: Cuña grabada/)
    .setInputFiles({ name: `Cuña ${tag}.wav`, mimeType: 'audio/wav', buffer: sound });
  await phone.getByText('Recibido; cumple lo que se pide.').waitFor();
  // Nothing typed was lost while the file was uploaded.
  expect(await phone.getByLabel('Versión').inputValue()).toBe('Navideña');
  await phone.getByRole('button', { name: 'Guardar', exact: true }).click();
  await phone.getByText('Lo que respondió quedó guardado.').waitFor();
  await phone.getByRole('button', { name: 'Aprobar y enviar a revisión' }).click();
  await phone.getByText('La ficha se envió a revisión.', { exact: false }).waitFor();
  await expectAccessible(phone, 'material sent');
}

/** Places and confirms what was sold, with the material of its sheet under its code. */
async function place(): Promise<void> {
  const [media] = await api.get<readonly { id: string; row_version: number }[]>(
    `media-files?q=${encodeURIComponent(space)}&limit=1`,
  );
  if (!media) throw new Error('the material is not in the library');
  await api.patch('media-files', media, { house_number: code });
  const [quota] = await api.get<readonly { id: string }[]>(`quotas?f.contract_id=${contractId}`);
  await api.run('quotas', String(quota?.id), 'place', {});
  const placed = await api.get<readonly { id: string }[]>(`placements?f.contract_id=${contractId}`);
  expect(placed).toHaveLength(2);
  for (const { id } of placed) await api.run('placements', id, 'confirm');
}

/** Uploads the log of the channel, whose two rows prove the two spots. */
async function reconcile(page: Page): Promise<void> {
  await follow(page, '/postventa/reportes-evidencias/logs');
  await page.getByRole('button', { name: 'Subir log' }).first().click();
  const dialog = page.getByRole('dialog');
  await pick(dialog, 'Canal o emisora', channel);
  const chooser = page.waitForEvent('filechooser');
  await dialog.getByRole('button', { name: 'Elegir archivo' }).click();
  const rows = ['Fecha;Hora;Código', `${today};00:01:00;${code}`, `${today};00:02:00;${code}`, ''];
  await (await chooser).setFiles({
    name: `log-${tag}.csv`,
    mimeType: 'text/csv',
    buffer: Buffer.from(rows.join('\n')),
  });
  await dialog.getByRole('button', { name: 'Subir y conciliar', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: `log-${tag}.csv` }).waitFor();
  // The upload starts the reconciliation, and its end is shown.
  await page.getByText('Conciliado', { exact: true }).first().waitFor();
}

const mailedCode = async (): Promise<string> => {
  const mails = await api.get<readonly { id: string; to: string; subject: string }[]>('mails');
  const mail = mails.find(({ to, subject }) => to === buyer.email && subject.startsWith('Código'));
  const { text } = await api.get<{ text: string }>(`mails/${mail?.id}`);
  return /: (\d{6})/.exec(text)?.[1] ?? '';
};

/** Makes the report of the day with what the log proves, and approves it. @returns its id */
async function report(): Promise<string> {
  const { id } = await api.post('evidence-reports', {
    contract_id: contractId,
    period: { from: today, to: today },
  });
  await api.run('evidence-reports', id, 'add_logs');
  await api.run('evidence-reports', id, 'submit');
  const approved = await api.run('evidence-reports', id, 'approve');
  expect(approved).toMatchObject({ aired: 2, covered: 2 });
  return id;
}

/** The client accepts on a telephone, with the code of their mail. */
async function accept(address: string): Promise<void> {
  await expectReadable(address, 'evidence');
  const phone = await onTelephone();
  await phone.goto(address);
  await phone.getByRole('button', { name: 'Enviar el código' }).click();
  await phone.getByText('Le enviamos el código.').waitFor();
  await phone.getByLabel('Código').fill(await mailedCode());
  await phone.getByLabel('Su nombre').fill(buyer.name);
  await phone.getByLabel('Su cargo').fill('Gerente de mercadeo');
  await phone.getByRole('button', { name: /^Aceptar/ }).click();
  await phone.getByText(`Aceptado: ${buyer.name}`).waitFor();
  await expectAccessible(phone, 'evidence accepted');
}

test('the client of a signed contract delivers material and accepts its evidence on a telephone', async () => {
  const page = await newPage();
  await signIn(page, administrator);
  const [sheet] = await api.get<readonly { id: string }[]>(`tech-sheets?f.contract_id=${contractId}`);
  await follow(page, `/postventa/fichas-tecnicas/${sheet?.id}`);
  await deliverMaterial(await share(page, 'Pedir el material'));
  await page.reload();
  await page.getByText('En revisión', { exact: true }).first().waitFor();
  await page.getByRole('tab', { name: 'Cliente' }).click();
  await page.getByText('Una visita', { exact: false }).waitFor();
  await command(page, 'Aprobar');
  await page.getByText('Aprobada', { exact: true }).first().waitFor();
  await place();
  await reconcile(page);
  const id = await report();
  await follow(page, `/postventa/reportes-evidencias/${id}`);
  await accept(await share(page, 'Enviar al cliente'));
  await page.reload();
  await page.getByText('Aceptado', { exact: true }).first().waitFor();
  const placed = await api.get<readonly { status: string; locked: boolean }[]>(
    `placements?f.contract_id=${contractId}&fields=status,locked`,
  );
  expect(placed.map(({ status, locked }) => [status, locked])).toEqual([
    ['aired', true],
    ['aired', true],
  ]);
});
