import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { choose, expectAccessible, expectNoSidewaysScroll, signIn, useBrowser, widths } from './browser.ts';
import { administrator } from './setup.ts';

const { newPage } = useBrowser();

const pdf = {
  name: 'carta-firmada.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n'),
};

type Make = (path: string, values: Readonly<Record<string, unknown>>) => Promise<string>;

/**
 * Returns a function that creates records as the signed-in user and returns their ids; `@name` as a value means the
 * first entry of that catalogue.
 */
const maker = async (page: Page): Promise<Make> => {
  const token = await page.evaluate(() => localStorage.getItem('auth_token'));
  const headers = { authorization: `Bearer ${token}` };
  const first = async (path: string): Promise<string> => {
    const answer = await page.request.get(`/api/${path}/options?limit=1`, { headers });
    return (await answer.json()).data[0].id;
  };
  return async (path, values) => {
    const data: Record<string, unknown> = {};
    for (const [name, value] of Object.entries(values)) {
      data[name] = typeof value === 'string' && value.startsWith('@') ? await first(value.slice(1)) : value;
    }
    const answer = await page.request.post(`/api/${path}`, { headers, data });
    expect(answer.ok(), await answer.text()).toBe(true);
    return (await answer.json()).data.id;
  };
};

const account = {
  country_id: '@countries',
  tax_id_type: 'OTRO',
  primary_sales_rep_id: '@users',
  credit_term_id: '@credit-terms',
};
const agency = {
  ...account,
  agency_type_id: '@agency-types',
  agency_category_id: '@agency-categories',
  commission_type_id: '@commission-types',
};

const writeLetter = async (page: Page): Promise<Locator> => {
  await page.getByRole('button', { name: 'Nueva carta de autorización' }).first().click();
  const dialog = page.getByRole('dialog');
  await choose(dialog, 'Cliente', 'Cerveza Ágata');
  await dialog.locator('input[type=file]').setInputFiles(pdf);
  await dialog.getByText('carta-firmada.pdf').first().waitFor();
  await dialog.getByLabel('Desde', { exact: true }).fill('1/1/2026');
  await dialog.getByLabel('Hasta', { exact: true }).fill('31/12/2999');
  await dialog.getByText('Habitual', { exact: true }).click();
  await dialog.getByRole('button', { name: 'Crear carta de autorización' }).click();
  return dialog;
};

test('an agency is assigned to a client by an authorisation letter, and has authorised signatories', async () => {
  const page = await newPage();
  await signIn(page, administrator, null);
  const make = await maker(page);
  await make('clients', {
    ...account,
    client_code: 'E2E-AGATA',
    legal_name: 'Cervecería Ágata SRL',
    trade_name: 'Cerveza Ágata',
    tax_id: 'AGATA1',
    client_type_id: '@client-types',
    client_category_id: '@client-categories',
    industry_id: '@industries',
  });
  const [north, south] = [
    await make('agencies', {
      ...agency,
      agency_code: 'E2E-N',
      legal_name: 'Norte SRL',
      trade_name: 'Norte',
      tax_id: 'NORTE1',
    }),
    await make('agencies', {
      ...agency,
      agency_code: 'E2E-S',
      legal_name: 'Sur SRL',
      trade_name: 'Sur',
      tax_id: 'SUR1',
    }),
  ];

  await page.goto(`/crm/agencias/${north}?tab=clientes`);
  await writeLetter(page);
  await page.getByRole('link', { name: /CAR-\d{4}-\d{6}/ }).waitFor();
  await page.getByText('Vigente').waitFor();
  // The dialog closes once the letter is in the list.
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await expectAccessible(page);

  // A second agency cannot be the default one of the same client in the same period.
  await page.goto(`/crm/agencias/${south}?tab=clientes`);
  const refused = await writeLetter(page);
  await refused
    .getByText(/ya tienen agencia habitual en esas fechas/)
    .first()
    .waitFor();
  await expectAccessible(page);
  await refused.getByText('Habitual', { exact: true }).click();
  await refused.getByRole('button', { name: 'Crear carta de autorización' }).click();
  await page.getByRole('link', { name: /CAR-\d{4}-\d{6}/ }).waitFor();

  await page.goto(`/crm/agencias/${north}?tab=firmantes`);
  await page.getByRole('button', { name: 'Nuevo firmante' }).first().click();
  const form = page.getByRole('dialog');
  await form.getByLabel(/^Nombre completo/).fill('Ana Peñaló');
  await form.getByRole('button', { name: /Documento$/ }).click();
  await page.getByRole('option', { name: 'Pasaporte' }).click();
  await form.getByRole('textbox', { name: 'Número del documento' }).fill('RD1234567');
  await choose(form, 'Cargo', 'Gerente General');
  await form.getByRole('button', { name: /Firma como$/ }).click();
  await page.getByRole('option', { name: 'Representante legal' }).click();
  await form.getByLabel('Desde', { exact: true }).fill('1/1/2026');
  await form.getByRole('button', { name: /Individual Firma/ }).click();
  await page.getByRole('option', { name: 'Conjunta' }).click();
  await form.getByRole('textbox', { name: 'Grupo de firma conjunta' }).fill('A');
  await form.getByRole('button', { name: 'Crear firmante' }).click();
  await page.getByText('1 firmante').waitFor();

  await page.getByRole('button', { name: '¿Quién puede firmar?' }).click();
  const check = page.getByRole('dialog');
  await check.getByRole('button', { name: 'Comprobar' }).click();
  await check.getByText('nadie más está en el grupo «A»', { exact: false }).waitFor();
  await expectAccessible(page);
  await page.setViewportSize({ width: widths.phone, height: 844 });
  await expectNoSidewaysScroll(page);
});
