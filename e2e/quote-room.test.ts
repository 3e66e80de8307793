import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { type ApiClient, openApi } from './api-client.ts';
import { expectAccessible, expectNoSidewaysScroll, follow, signIn, useBrowser, widths } from './browser.ts';
import { command, period, pick, type } from './fill-form.ts';
import { makeOffer, type SaleSetup, setUpSale } from './sale-setup.ts';
import { administrator } from './setup.ts';

const { newPage } = useBrowser();
const tag = `${Date.now() % 1_000_000}`;
const campaign = `Campaña de aniversario ${tag}`;
const space = `Tanda del aniversario ${tag}`;
const manager = {
  name: `Gerente ${tag}`,
  email: `g${tag}@medios.test`,
  password: 'Otra clave larga de prueba',
};
const buyer = { name: 'Ana Núñez', email: `compras${tag}@cliente.test` };
let api: ApiClient;
let sale: SaleSetup;

beforeAll(async () => {
  api = await openApi(administrator);
  sale = await setUpSale(api, tag);
  await makeOffer(api, `PC-${tag}`, space, 'special');
  await api.invite(manager, 'Gerente Comercial');
});

const heading = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name, exact: true }).waitFor();

async function openOpportunity(page: Page): Promise<void> {
  await follow(page, '/ventas/oportunidades');
  await page.getByRole('link', { name: 'Nueva oportunidad', exact: true }).first().click();
  await heading(page, 'Nueva oportunidad');
  await type(page, 'Nombre', campaign);
  await pick(page, 'Cliente', sale.client.name);
  await type(page, 'Monto esperado', '10000');
  await type(page, 'Cierre esperado', 'mañana');
  await type(page, 'Próximo paso', 'Presentar la propuesta');
  await page.getByRole('button', { name: /^Crear/ }).click();
  await heading(page, campaign);
}

/** Ten lines of one spot; the last one has a discount that somebody has to approve. */
async function makeQuote(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Crear presupuesto' }).click();
  await heading(page, 'Nuevo presupuesto');
  await pick(page, 'Compañía', sale.company);
  await pick(page, 'Lista de precios', `Lista PC-${tag}`);
  await period(page, 'Vuelo', 'hoy', 'hoy');
  for (let line = 1; line <= 10; line += 1) {
    await page.getByRole('button', { name: 'Agregar renglón' }).click();
    await pick(page, `Espacio, renglón ${line}`, space);
  }
  await type(page, 'Descuento, renglón 10', '50');
  await page.getByText('Necesitará aprobación antes de enviarse.').waitFor();
  await page.getByRole('button', { name: /^Crear/ }).click();
  await heading(page, campaign);
  await command(page, 'Reservar espacios');
  await page.getByText('Reservado', { exact: true }).first().waitFor();
  await command(page, 'Pedir aprobación');
}

/** The manager decides on a telephone. */
async function approve(): Promise<void> {
  const page = await newPage({ viewport: { width: widths.phone, height: 844 } });
  await signIn(page, manager, '/aprobaciones');
  await page.getByRole('link', { name: campaign }).first().click();
  await page.getByRole('button', { name: 'Aprobar' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Aprobar' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

/** @returns the address of the page for the client */
async function share(page: Page): Promise<string> {
  await command(page, 'Enviar');
  await page.getByRole('button', { name: 'Compartir con el cliente', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await type(dialog, 'Para quién', buyer.name);
  await type(dialog, 'Correo', buyer.email);
  await expectAccessible(page, 'share');
  await dialog.getByRole('button', { name: 'Compartir con el cliente', exact: true }).click();
  await dialog.getByText('no se vuelve a mostrar').waitFor();
  await expectAccessible(page, 'link');
  const address = await dialog.getByLabel('Enlace').inputValue();
  expect(await dialog.getByRole('link', { name: 'WhatsApp' }).getAttribute('href')).toContain(
    encodeURIComponent(address),
  );
  await dialog.getByRole('button', { name: 'Cerrar', exact: true }).last().click();
  return address;
}

const mailedCode = async (): Promise<string> => {
  const mails = await api.get<readonly { id: string; to: string; subject: string }[]>('mails');
  const mail = mails.find(({ to, subject }) => to === buyer.email && subject.startsWith('Código'));
  const { text } = await api.get<{ text: string }>(`mails/${mail?.id}`);
  return /: (\d{6})/.exec(text)?.[1] ?? '';
};

async function expectReadable(address: string): Promise<void> {
  for (const width of Object.values(widths)) {
    for (const colorScheme of ['light', 'dark'] as const) {
      const guest = await newPage({ viewport: { width, height: 900 }, colorScheme });
      const name = `room ${width} ${colorScheme}`;
      const loaded: string[] = [];
      guest.on('request', (request) => loaded.push(new URL(request.url()).pathname));
      await guest.goto(address);
      await heading(guest, campaign);
      expect(loaded.filter((path) => /\.js$|^\/api/.test(path))).toEqual([]);
      await expectAccessible(guest, name);
      await expectNoSidewaysScroll(guest, name);
    }
  }
}

test('an opportunity becomes a quote with ten lines that is held, approved, shared and accepted on a telephone', async () => {
  const page = await newPage();
  await signIn(page, administrator);
  await openOpportunity(page);
  await makeQuote(page);
  await approve();
  const address = await share(page);
  await expectReadable(address);

  const phone = await newPage({ viewport: { width: widths.phone, height: 844 } });
  await phone.goto(address);
  await phone.getByText('Comentar este renglón').first().click();
  await phone
    .getByLabel(/^Su comentario sobre/)
    .first()
    .fill('¿Puede ser a las ocho?');
  await phone.getByRole('button', { name: 'Enviar comentario' }).first().click();
  await phone.getByText('Su comentario quedó enviado.').waitFor();

  await page.getByRole('tab', { name: 'Cliente' }).click();
  await page.getByText('¿Puede ser a las ocho?').waitFor();
  await page.getByRole('textbox', { name: 'Respuesta' }).fill('Sí, a las ocho en punto.');
  await page.getByRole('button', { name: 'Responder' }).click();
  await page.getByText('Sí, a las ocho en punto.', { exact: true }).waitFor();
  await expectAccessible(page, 'conversation');

  await phone.getByRole('button', { name: 'Enviar el código' }).click();
  await phone.getByText('Sí, a las ocho en punto.').waitFor();
  await phone.getByLabel('Su cargo').fill('Gerente de mercadeo');
  await phone.getByLabel(/^Código/).fill('000000');
  await phone.getByRole('button', { name: /^Aceptar por/ }).click();
  await phone.getByText(/El código no es ese/).waitFor();
  expect(await phone.getByLabel('Su cargo').inputValue()).toBe('Gerente de mercadeo');
  await expectAccessible(phone, 'wrong code');
  await phone.getByLabel(/^Código/).fill(await mailedCode());
  await phone.getByRole('button', { name: /^Aceptar por/ }).click();
  await phone.getByText(/^Aceptado por Ana Núñez/).waitFor();
  await expectAccessible(phone, 'accepted');

  // The seller's page offers what changed.
  await page.getByRole('button', { name: 'Mostrar' }).click();
  await page.getByText('Prueba de la aceptación').waitFor();
  await page.getByText('Con el código enviado a', { exact: false }).waitFor();
  for (const width of Object.values(widths)) {
    await page.setViewportSize({ width, height: 900 });
    // What the top bar covers in part counts as too small to press.
    await page.evaluate(() => scrollTo(0, 0));
    await expectNoSidewaysScroll(page, `proof ${width}`);
    await expectAccessible(page, `proof ${width}`);
  }
});
