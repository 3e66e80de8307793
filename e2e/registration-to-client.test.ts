import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import {
  choose,
  expectAccessible,
  expectNoSidewaysScroll,
  expectWholeHeadings,
  signIn,
  useBrowser,
  widths,
} from './browser.ts';
import { openForeignSite } from './foreign-site.ts';
import { administrator } from './setup.ts';

const { newPage } = useBrowser();
const site = { origin: '', close: async () => {} };

beforeAll(async () => {
  const policy = `default-src 'none'; script-src ${inject('product')}; connect-src ${inject('product')}`;
  Object.assign(site, await openForeignSite(inject('product'), { 'content-security-policy': policy }));
});
afterAll(() => site.close());

interface Company {
  readonly legalName: string;
  readonly taxId: string;
  readonly email: string;
}

/** Fills in the public form and sends it. */
async function register(page: Page, { legalName, taxId, email }: Company): Promise<string> {
  await page.getByLabel(/^Razón social/).fill(legalName);
  await page.getByLabel(/^Número de identificación fiscal/).fill(taxId);
  await page.getByLabel(/^Nombre\b(?! comercial)/).fill('Ana');
  await page.getByLabel(/^Apellido/).fill('Núñez');
  await page.getByLabel(/^Correo electrónico/).fill(email);
  await page.getByLabel(/^Teléfono/).fill('809 555 0100');
  await page.getByText('Radio', { exact: true }).click();
  await page.getByLabel(/^Acepto/).check();
  await page.getByRole('button', { name: 'Enviar registro' }).click();
  const folio = page.getByText(/REG-\d{4}-\d{6}/).first();
  await folio.waitFor({ timeout: 30_000 });
  return /REG-\d{4}-\d{6}/.exec((await folio.textContent()) ?? '')?.[0] ?? '';
}

const own: Company = {
  legalName: 'Cervecería Ábaco, S.R.L.',
  taxId: '1-31-24679-6',
  email: 'ana@abaco.example',
};
const foreign: Company = {
  legalName: 'Ñandú Turismo, S.A.',
  taxId: '1-01-85004-3',
  email: 'ana@nandu.example',
};

describe('a company registers and becomes a client on approval', () => {
  test('on the page of the back office', async () => {
    const page = await newPage();
    await page.goto('/client-registration');
    await page.getByRole('button', { name: 'Enviar registro' }).click();
    await page.getByText(/^Hay \d+ datos por corregir$/).waitFor();
    await expectAccessible(page);
    expect(await register(page, own)).toMatch(/^REG-\d{4}-000001$/);
    await expectAccessible(page);
  });

  test('on a foreign page with its own content security policy and styles', async () => {
    const page = await newPage({ viewport: { width: widths.phone, height: 844 } });
    await page.goto(site.origin);
    await page.getByLabel(/^Razón social/).waitFor();
    await expectNoSidewaysScroll(page);
    expect(await register(page, foreign)).toMatch(/^REG-\d{4}-000002$/);
  });

  test('the review shows the checks, and approval creates the client with its contact', async () => {
    const page = await newPage();
    await signIn(page, administrator);
    await page.getByRole('link', { name: /Registros de clientes por revisar\s*2/ }).click();
    await page.getByRole('heading', { level: 1, name: 'Registros de clientes' }).waitFor();
    await page.getByRole('link', { name: /REG-\d{4}-000001/ }).waitFor();
    await expectAccessible(page);
    await expectWholeHeadings(page);
    await page.getByRole('link', { name: /REG-\d{4}-000001/ }).click();
    await page.getByRole('heading', { level: 1, name: /REG-\d{4}-000001/ }).waitFor();
    const checks = page.getByRole('region', { name: 'Comprobaciones' });
    await checks.getByText('Válida', { exact: true }).waitFor();
    await checks.getByText('Ninguna').waitFor();
    await page.getByRole('button', { name: 'Tomar en revisión' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Tomar en revisión' }).click();
    await page.getByRole('button', { name: 'Aprobar', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Aprobar' }).click();
    await dialog.getByText('Elija una opción', { exact: false }).first().waitFor();
    await expectAccessible(page);
    await dialog.getByLabel(/^Código/).fill('aba-001');
    await choose(page.getByRole('dialog'), 'Tipo de cliente', 'Cliente directo');
    await choose(page.getByRole('dialog'), 'Categoría', 'Nuevo');
    await choose(page.getByRole('dialog'), 'Industria', 'Bebidas alcohólicas');
    await choose(page.getByRole('dialog'), 'Término de crédito', 'Contado');
    await choose(page.getByRole('dialog'), 'Vendedor', 'Administrador');
    await dialog.getByRole('button', { name: 'Aprobar' }).click();
    await page.getByText('Registro aprobado').first().waitFor();
    await page.getByRole('link', { name: own.legalName }).first().click();
    await page.getByRole('heading', { level: 1, name: own.legalName }).waitFor();
    await page.getByText('131-24679-6').or(page.getByText('1-31-24679-6')).first().waitFor();
    await page.getByRole('tab', { name: 'Contactos' }).click();
    await page.getByText('Ana Núñez').waitFor();
    await page.getByText(own.email).waitFor();
    await page.getByRole('tab', { name: 'Historial' }).click();
    await page
      .getByText(/cre(ó|ado)/i)
      .first()
      .waitFor();
    await expectAccessible(page);

    await page.goto('/crm/clientes?q=cerveceria%20abaco');
    await page.getByRole('link', { name: own.legalName }).waitFor();
    await expectAccessible(page);
  });

  test('a second registration of the same company is reported as a duplicate and linked to the client', async () => {
    const visitor = await newPage();
    await visitor.goto('/client-registration');
    await register(visitor, { ...own, email: 'otra@abaco.example' });

    const page = await newPage();
    await signIn(page, administrator, '/crm/client-registrations?f.status=received&q=abaco');
    await page.getByRole('link', { name: /REG-/ }).first().click();
    await page.getByText('Misma identificación fiscal').first().waitFor();
    await page.getByRole('button', { name: 'Tomar en revisión' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Tomar en revisión' }).click();
    await page.getByRole('button', { name: 'Marcar como duplicado' }).click();
    await choose(page.getByRole('dialog'), 'Cliente existente', own.legalName);
    await page.getByRole('dialog').getByRole('button', { name: 'Marcar como duplicado' }).click();
    await page.getByText('Quedó unido al cliente').waitFor();

    await page.getByRole('button', { name: 'Deshacer' }).click();
    await page.getByText('Cambio deshecho').first().waitFor();
    await page.getByRole('button', { name: 'Marcar como duplicado' }).waitFor();
  });
});

const lacking: Company = {
  legalName: 'Imprenta Ozama, S.R.L.',
  taxId: '1-01-00157-7',
  email: 'luz@ozama.example',
};
const pdf = Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n');

describe('a registration with a missing document', () => {
  test('its contact gets a link and sends the document, which is then attached to the client', async () => {
    const visitor = await newPage({ viewport: { width: widths.phone, height: 844 } });
    await visitor.goto('/client-registration');
    await register(visitor, lacking);

    const page = await newPage();
    await signIn(page, administrator, '/crm/client-registrations?q=ozama');
    await page.getByRole('link', { name: /REG-/ }).first().click();
    const checks = page.getByRole('region', { name: 'Comprobaciones' });
    await checks.getByText(/^Falta: Registro mercantil/).waitFor();
    await page.getByRole('button', { name: 'Tomar en revisión' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Tomar en revisión' }).click();
    await page.getByRole('button', { name: 'Solicitar información' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(/^Qué falta/).fill('Envíe el registro mercantil vigente.');
    await dialog.getByRole('button', { name: 'Solicitar información' }).click();
    await checks.getByText('El plazo se detuvo').waitFor();
    await expectAccessible(page);

    const address = await page.evaluate(async (email) => {
      const token = localStorage.getItem('auth_token');
      const headers = { Accept: 'application/json', Authorization: `Bearer ${token}` };
      const { data } = await (await fetch('/api/mails', { headers })).json();
      const mail = data.find(({ to }: { to: string }) => to === email);
      const text: string = (await (await fetch(`/api/mails/${mail.id}`, { headers })).json()).data.text;
      return /https?:\/\/\S+#continuar=[\w-]+/.exec(text)?.[0] ?? '';
    }, lacking.email);
    const { pathname, hash } = new URL(address);
    const guest = await newPage({ viewport: { width: widths.phone, height: 844 } });
    await guest.goto(`${pathname}${hash}`);
    await guest.getByText('Envíe el registro mercantil vigente.').waitFor();
    await expectNoSidewaysScroll(guest);
    await expectAccessible(guest);
    const chooser = guest.waitForEvent('filechooser');
    await guest.getByRole('button', { name: 'Agregar archivo: Registro mercantil' }).click();
    await (await chooser).setFiles({
      name: 'Falso.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.concat([Buffer.from('MZ'), Buffer.alloc(200)]),
    });
    await guest.getByText('diga lo que diga el nombre').waitFor();
    const again = guest.waitForEvent('filechooser');
    await guest.getByRole('button', { name: 'Agregar archivo: Registro mercantil' }).click();
    await (await again).setFiles({ name: 'Registro.pdf', mimeType: 'application/pdf', buffer: pdf });
    await guest.getByText('Registro.pdf').waitFor();
    await guest.getByLabel(/^Cargo/).fill('Gerente');
    await guest.getByRole('button', { name: 'Enviar para revisión' }).click();
    await guest.getByText('Recibimos lo que envió').waitFor();
    await guest.reload();
    await guest.getByText('Este enlace ya se usó').waitFor();

    await page.reload();
    await page.getByRole('tab', { name: 'Documentos' }).click();
    await page.getByText('Registro.pdf').waitFor();
    await page.getByRole('button', { name: 'Aprobar', exact: true }).click();
    await dialog.getByLabel(/^Código/).fill('oza-001');
    await choose(dialog, 'Tipo de cliente', 'Cliente directo');
    await choose(dialog, 'Categoría', 'Nuevo');
    await choose(dialog, 'Industria', 'Bebidas alcohólicas');
    await choose(dialog, 'Término de crédito', 'Contado');
    await choose(dialog, 'Vendedor', 'Administrador');
    const { pathname: registration } = new URL(page.url());
    await dialog.getByRole('button', { name: 'Aprobar' }).click();
    await page.getByText('Registro aprobado').first().waitFor();
    await page.getByRole('link', { name: lacking.legalName }).first().click();
    await page.getByRole('heading', { level: 1, name: lacking.legalName }).waitFor();
    await page.getByRole('tab', { name: /^Documentos/ }).click();
    await page.getByText('Registro mercantil · Registro.pdf').waitFor();
    const { pathname: client } = new URL(page.url());
    expect(client).toContain('/crm/clientes/');

    // The approval can be undone from the history, because the client has not been used since.
    await page.goto(`${registration}?tab=historial`);
    // It comes above the changes, and moves them.
    await page.getByText('Ver cómo era el').waitFor();
    await page.getByRole('button', { name: /^Deshacer/ }).click();
    const question = page.getByRole('alertdialog', { name: '¿Deshacer «Registro aprobado»?' });
    await question.waitFor();
    // While what can be undone is read, the text of the button is transparent behind its spinner.
    await question.locator('button[aria-busy="true"]').waitFor({ state: 'detached' });
    await expectAccessible(page);
    await question.getByRole('button', { name: 'Deshacer' }).click();
    await page.getByRole('button', { name: 'Aprobar', exact: true }).waitFor();
    await page.goto(client);
    await page.getByText(/Aprobación deshecha REG-\d{4}-\d{6}: ese registro/).waitFor();
    await expectAccessible(page);
  });
});
