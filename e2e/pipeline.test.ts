import { expect, test } from 'vitest';
import { expectAccessible, expectNoSidewaysScroll, signIn, useBrowser, widths } from './browser.ts';
import { administrator } from './setup.ts';

const { newPage } = useBrowser();

test('an opportunity is moved on the board by dragging and by keyboard, each move can be undone, and it is lost', async () => {
  const page = await newPage();
  await signIn(page, administrator, null);
  const name = `Campaña Ñandú ${Date.now() % 100_000}`;
  // Created by the API, because the forms are not tested here.
  await page.evaluate(async (title) => {
    const headers = {
      'content-type': 'application/json',
      authorization: `Bearer ${localStorage.getItem('auth_token')?.replaceAll('"', '') ?? ''}`,
    };
    const ask = async (path: string) => (await (await fetch(`/api/${path}`, { headers })).json()).data;
    const first = async (path: string) => (await ask(`${path}/options?limit=1`))[0].id;
    const post = async (path: string, body: object) => {
      const answer = await fetch(`/api/${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
      if (!answer.ok) throw new Error(await answer.text());
      return (await answer.json()).data;
    };
    const me = JSON.parse(localStorage.getItem('user') ?? '{}').id;
    const client = await post('clients', {
      client_code: `PI-${Date.now() % 1_000_000}`,
      legal_name: title,
      trade_name: title,
      country_id: (await ask('countries/options?q=dominicana'))[0].id,
      tax_id_type: 'OTRO',
      tax_id: `X${Date.now() % 1_000_000}`,
      client_type_id: await first('client-types'),
      client_category_id: await first('client-categories'),
      industry_id: await first('industries'),
      credit_term_id: await first('credit-terms'),
      primary_sales_rep_id: me,
      status: 'active',
    });
    await post('contacts', {
      first_name: 'Eva',
      last_name: 'Ñandú',
      client_id: client.id,
      role: 'commercial',
    });
    await post('opportunities', {
      name: title,
      client_id: client.id,
      owner_id: me,
      stage_id: (await ask('opportunities/beginning')).stage_id.id,
      expected_amount: '12000.00',
      currency_code: 'DOP',
      expected_close_date: '2030-12-15',
      next_step: 'Presentar la propuesta',
      flight: { from: '2031-01-01', to: '2031-01-31' },
    });
  }, name);

  await page.goto(`/ventas/pipeline?q=${encodeURIComponent(name)}`);
  const board = page.getByRole('group', { name: 'Oportunidades por etapa' });
  const column = (stage: string) => board.getByRole('region', { name: new RegExp(`^${stage}`) });
  const cardIn = (stage: string) => column(stage).getByRole('link', { name });
  await cardIn('Prospecto').waitFor();
  await column('Prospecto').getByText('RD$1,200.00').waitFor();
  await page.getByText('1 oportunidad abierta: RD$12,000.00 esperados, RD$1,200.00 ponderados').waitFor();
  await expectAccessible(page, 'board');

  // The stage requires a person and platforms, which the opportunity lacks: exactly those are asked for.
  await column('Prospecto').getByRole('listitem').dragTo(column('Negociación'));
  const asked = page.getByRole('dialog', { name: `Cambiar etapa: ${name}` });
  await asked.getByRole('combobox', { name: /^Contacto/ }).fill('Eva');
  await page.getByRole('option', { name: /Eva Ñandú/ }).click();
  await asked.getByRole('combobox', { name: /^Plataformas/ }).fill('Radio');
  await page.getByRole('option', { name: /Radio/ }).first().click();
  await page.keyboard.press('Tab');
  expect(await asked.getByLabel(/^Vuelo/).count()).toBe(0);
  await expectAccessible(page, 'what a stage requires');
  await asked.getByRole('button', { name: 'Cambiar etapa' }).click();
  await cardIn('Negociación').waitFor();
  await column('Negociación').getByText('RD$8,400.00').waitFor();
  await page.getByRole('button', { name: 'Deshacer' }).click();
  await cardIn('Prospecto').waitFor();
  await column('Prospecto').getByText('RD$1,200.00').waitFor();

  await column('Prospecto')
    .getByRole('button', { name: `Mover a…: ${name}` })
    .focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: /^Calificación/ }).press('Enter');
  // The undo took the person back too.
  await asked.getByRole('combobox', { name: /^Contacto/ }).fill('Eva');
  await page.getByRole('option', { name: /Eva Ñandú/ }).click();
  await asked.getByRole('button', { name: 'Cambiar etapa' }).click();
  await cardIn('Calificación').waitFor();

  // The table has the same filters.
  await page.getByRole('link', { name: 'Tabla', exact: true }).click();
  await page.getByRole('link', { name }).click();
  await page.getByRole('heading', { level: 1, name }).waitFor();
  await expectAccessible(page, 'record');
  await page.getByRole('tab', { name: 'Cambios' }).click();
  await page.getByText('Prospecto → Calificación o brief').waitFor();
  await page.getByRole('tab', { name: 'Pronóstico' }).click();
  await page.getByRole('heading', { name: /^Probabilidad de ganarla/ }).waitFor();
  await expectAccessible(page, 'probability');
  await page.getByRole('button', { name: 'Dar por perdida' }).click();
  const dialog = page.getByRole('dialog', { name: `Dar por perdida: ${name}` });
  await dialog.getByRole('combobox', { name: /^Motivo/ }).fill('Precio');
  await page.getByRole('option', { name: 'Precio' }).click();
  await dialog.getByRole('button', { name: 'Dar por perdida' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Reabrir' }).waitFor();

  await page.setViewportSize({ width: widths.phone, height: 844 });
  for (const path of [
    '/ventas/pipeline?tarjetas=mes',
    '/ventas/pipeline?vista=tabla',
    '/ventas/pipeline?vista=pronostico',
    '/ventas/pipeline/cambios',
    '/ventas/pipeline/compromisos',
    '/ventas/oportunidades',
    '/ventas/oportunidades-ref',
  ]) {
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await expectNoSidewaysScroll(page, path);
    await expectAccessible(page, path);
  }
  await page.goto('/ventas/pipeline');
  await board.waitFor();
  await expectAccessible(page, 'board on a phone');
  expect(await board.getByRole('region').count()).toBe(5);
});
