import { expect, test } from 'vitest';
import { expectAccessible, expectNoSidewaysScroll, signIn, useBrowser, widths } from './browser.ts';
import { administrator } from './setup.ts';

const { newPage } = useBrowser();

test('an attention is registered with a next action, which is rescheduled and completed by keyboard', async () => {
  const page = await newPage();
  await signIn(page, administrator, null);
  const about = `Óptica Ñandú ${Date.now() % 100_000}`;
  // Created by the API, because the interface would take a minute and is not tested here.
  await page.evaluate(async (name) => {
    const headers = {
      'content-type': 'application/json',
      authorization: `Bearer ${localStorage.getItem('auth_token')?.replaceAll('"', '') ?? ''}`,
    };
    const ask = async (path: string) => (await (await fetch(`/api/${path}`, { headers })).json()).data;
    const first = async (path: string) => (await ask(`${path}/options?limit=1`))[0].id;
    const me = JSON.parse(localStorage.getItem('user') ?? '{}').id;
    const body = {
      client_code: (await ask('clients/beginning')).client_code,
      legal_name: name,
      trade_name: name,
      country_id: (await ask('countries/options?q=dominicana'))[0].id,
      tax_id_type: 'OTRO',
      tax_id: `X${Date.now() % 1_000_000}`,
      client_type_id: await first('client-types'),
      client_category_id: await first('client-categories'),
      industry_id: await first('industries'),
      credit_term_id: await first('credit-terms'),
      primary_sales_rep_id: me,
      status: 'active',
    };
    const answer = await fetch('/api/clients', { method: 'POST', headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(await answer.text());
  }, about);

  await page.goto('/');
  await page.getByRole('link', { name: /Mis clientes sin próxima acción/ }).click();
  await page.getByRole('link', { name: about }).click();
  await page.getByRole('button', { name: 'Registrar atención' }).waitFor();
  await expectAccessible(page, 'headline');
  await page.keyboard.press('l');
  const dialog = page.getByRole('dialog', { name: `Registrar atención: ${about}` });
  await dialog.getByRole('radio', { name: 'Contactado – interesado' }).check();
  await dialog.getByText('No cierra la gestión: indique la próxima acción.').waitFor();
  // The result proposes a next action three working days later.
  const [day, time] = ['Cuándo: día', 'Cuándo: hora'].map((name) => dialog.getByRole('textbox', { name }));
  expect(await day?.inputValue()).toMatch(/^\d{2}\/\d{2}\/2\d{3}$/);
  expect(await time?.inputValue()).toMatch(/^9:00\sa\.\sm\.$/);
  await dialog.getByRole('button', { name: 'Elegir en el calendario: Cuándo' }).click();
  await page.getByRole('grid').waitFor();
  await expectAccessible(page, 'calendar');
  await page.keyboard.press('Escape');
  await dialog.getByRole('button', { name: 'Elegir de la lista: Cuándo, hora' }).click();
  await page.getByRole('option', { name: '9:30 a. m.' }).waitFor();
  await expectAccessible(page, 'times');
  await page.keyboard.press('Escape');
  await day?.fill('mañana');
  await time?.fill('10');
  const tomorrow = new Date(Date.now() + 24 * 3_600_000).toLocaleDateString('sv-SE', {
    timeZone: 'America/Santo_Domingo',
  });
  await dialog.getByText('Más detalles').click();
  await dialog.getByLabel('Asunto de la próxima acción').fill(`Visitar ${about}`);
  await expectAccessible(page, 'attention');
  await dialog.getByRole('button', { name: 'Registrar', exact: true }).click();
  await dialog.waitFor({ state: 'hidden' });
  await page.getByRole('region', { name: 'Lo principal' }).getByText(`Visitar ${about}`).waitFor();
  await page.getByRole('tab', { name: 'Seguimiento' }).click();
  await page.getByRole('link', { name: `Visitar ${about}` }).waitFor();
  await page.getByRole('link', { name: `Llamada con ${about}` }).waitFor();

  await page.goto(`/crm/seguimiento?vista=agenda&rango=dia&dia=${tomorrow}`);
  const item = page
    .getByRole('group', { name: 'Agenda' })
    .getByRole('link', { name: `10:00 a. m. Visitar ${about}` });
  await item.focus();
  await page.keyboard.press('Shift+ArrowDown');
  await page.getByRole('link', { name: `10:30 a. m. Visitar ${about}` }).waitFor();
  await expectAccessible(page, 'agenda');

  await page.getByRole('link', { name: 'Tablero' }).click();
  const column = (name: string) =>
    page.getByRole('group', { name: 'Actividades por estado' }).getByRole('region', { name });
  await column('Pendiente')
    .getByRole('button', { name: `Mover a…: Visitar ${about}` })
    .focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'En curso' }).waitFor();
  await page.keyboard.press('Enter');
  await column('En curso')
    .getByRole('link', { name: `Visitar ${about}` })
    .waitFor();
  await expectAccessible(page, 'board');
  await column('En curso')
    .getByRole('button', { name: `Mover a…: Visitar ${about}` })
    .focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Hecha' }).press('Enter');
  const ending = page.getByRole('dialog', { name: `Completar: Visitar ${about}` });
  await ending.getByRole('radio', { name: 'No interesado' }).check();
  await ending.getByText('Cierra la gestión: no hace falta próxima acción.').waitFor();
  await ending.getByRole('button', { name: 'Completar' }).click();
  await column('Hecha')
    .getByRole('link', { name: `Visitar ${about}` })
    .waitFor();

  await page.setViewportSize({ width: widths.phone, height: 844 });
  for (const view of ['', '?vista=agenda', '?vista=tablero']) {
    await page.goto(`/crm/seguimiento${view}`);
    await page.getByRole('heading', { level: 1, name: 'Seguimiento' }).waitFor();
    await expectNoSidewaysScroll(page, view);
  }
  await page.goto('/crm/seguimiento-ref');
  await page.getByRole('heading', { level: 1, name: 'Seguimiento - REF' }).waitFor();
  await expectAccessible(page, 'referrals');
});
