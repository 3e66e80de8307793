import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { choose, expectAccessible, expectNoSidewaysScroll, signIn, useBrowser, widths } from './browser.ts';
import { administrator } from './setup.ts';

const { newPage } = useBrowser();

interface Answer<T> {
  readonly data: T;
}
type Option = { readonly id: string };

/** Creates two clients through the API; the contact moves from one to the other. */
const makeClients = async (page: Page): Promise<readonly string[]> => {
  const token = await page.evaluate(() => localStorage.getItem('auth_token'));
  const ask = async <T>(path: string, data?: object): Promise<T> => {
    const answer = await page.request.fetch(`/api${path}`, {
      method: data ? 'POST' : 'GET',
      headers: { accept: 'application/json', authorization: `Bearer ${token}` },
      ...(data && { data }),
    });
    expect(answer.ok(), await answer.text()).toBe(true);
    return ((await answer.json()) as Answer<T>).data;
  };
  const first = async (path: string): Promise<string> =>
    (await ask<readonly Option[]>(`/${path}/options`))[0]?.id ?? '';
  const shared = {
    country_id: await first('countries'),
    tax_id_type: 'OTRO',
    client_type_id: await first('client-types'),
    client_category_id: await first('client-categories'),
    industry_id: await first('industries'),
    credit_term_id: await first('credit-terms'),
    primary_sales_rep_id: await first('users'),
  };
  const names = ['Ferretería Almíbar', 'Óptica del Cibao'];
  const ids: string[] = [];
  for (const [index, name] of names.entries()) {
    const made = await ask<Option>('/clients', {
      ...shared,
      client_code: `CON-${index}`,
      tax_id: `CON${index}`,
      legal_name: name,
      trade_name: name,
    });
    ids.push(made.id);
  }
  return ids;
};

test('a contact with pasted telephone numbers changes its client, keeps its history and is exported as a vCard', async () => {
  const page = await newPage();
  await signIn(page, administrator, null);
  const [client] = await makeClients(page);
  await page.goto(`/crm/clientes/${client}?tab=contactos`);
  await page.getByRole('button', { name: 'Nuevo contacto' }).click();
  const form = page.getByRole('dialog');
  await form
    .getByLabel(/^Nombre/)
    .first()
    .fill('María');
  await form.getByLabel(/^Apellido/).fill('Peña');
  await form.locator('[data-field="company_since"]').getByRole('textbox').fill('15 ene 24');
  await form.getByRole('button', { name: 'Agregar teléfono' }).click();
  await form.getByLabel(/^Número/).evaluate((input) => {
    const data = new DataTransfer();
    data.setData('text', '809-555-0101 / 829 555 0102, ext. 3; +1 (849) 555-0103');
    input.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    );
  });
  await form.getByRole('listitem', { name: 'Teléfono 3' }).waitFor();
  await form.getByRole('listitem', { name: 'Teléfono 3' }).getByRole('radio', { name: 'Principal' }).check();
  await form
    .getByRole('listitem', { name: 'Teléfono 1' })
    .getByRole('checkbox', { name: 'No llamar' })
    .check();
  await form.getByLabel('Acepta recibir publicidad').check();
  await expectAccessible(page);
  await form.getByRole('button', { name: /^(Guardar|Crear)/ }).click();
  const row = page.getByRole('table', { name: 'Contactos' }).getByRole('link', { name: 'María Peña' });
  await row.waitFor();
  await page.getByText('+1 849 555 0103').first().waitFor();

  await row.click();
  await page.getByRole('heading', { level: 1, name: 'María Peña' }).waitFor();
  await page.getByText('Pidió que no se le llame a este número.').waitFor();
  const numbers = page.getByRole('region', { name: 'Cómo comunicarse' });
  expect(await numbers.getByRole('link', { name: 'Llamar' }).count()).toBe(2);
  await page.getByRole('button', { name: 'Cambiar de empresa' }).click();
  const move = page.getByRole('dialog');
  await choose(move, 'Cliente', 'Óptica del Cibao');
  await move.getByLabel('Motivo').fill('La contrató la óptica');
  await move.getByRole('button', { name: 'Cambiar de empresa' }).click();
  await page.getByText('Cambio de empresa registrado').first().waitFor();

  await page.reload();
  await page.getByRole('tab', { name: 'Empresas' }).click();
  const companies = page.getByRole('region', { name: 'Empresas' });
  await companies.getByText(/^Del 15\/01\/2024 al /).waitFor();
  expect(await companies.getByRole('listitem').count()).toBe(2);
  await expectAccessible(page);
  await page.getByRole('tab', { name: 'Historial' }).click();
  await page.getByText('La contrató la óptica').waitFor();

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Descargar vCard' }).click(),
  ]);
  const card = await readFile(await download.path(), 'utf8');
  expect(card).toContain('N:Peña;María;;;');
  expect(card).toContain('ORG:Óptica del Cibao');
  expect(card).toContain('+18495550103');

  await page.setViewportSize({ width: widths.phone, height: 844 });
  await page.goto('/crm/contactos?q=849%20555%200103');
  await page.getByRole('link', { name: 'María Peña', exact: true }).waitFor();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});
