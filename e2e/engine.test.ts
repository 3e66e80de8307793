import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { choose, expectAccessible, signIn, useBrowser } from './browser.ts';
import { administrator } from './setup.ts';

const { newPage } = useBrowser();
let page: Page;
beforeEach(async () => {
  page = await newPage();
  await signIn(page, administrator, null);
});

interface Person {
  get<T>(path: string): Promise<T>;
  post<T>(path: string, data: object): Promise<T>;
}

/** Creates functions that call the API as a user. */
const asking = (token: string | null): Person => {
  const ask = async (method: string, path: string, data?: object) => {
    const answer = await page.request.fetch(`/api${path}`, {
      method,
      headers: { accept: 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      ...(data && { data }),
    });
    expect(answer.ok(), await answer.text()).toBe(true);
    return answer.json();
  };
  return { get: (path) => ask('GET', path), post: (path, data) => ask('POST', path, data) };
};
const me = async (): Promise<Person> => asking(await page.evaluate(() => localStorage.getItem('auth_token')));

/** Creates another administrator, who is invited and uses the link. */
const newColleague = async (): Promise<Person> => {
  const mine = await me();
  const { data: roles } = await mine.get<{ data: readonly { id: string; name: string }[] }>('/roles');
  const email = `colega-${Date.now()}@medios.test`;
  const password = 'Clave larga de colega 4';
  const { link } = await mine.post<{ link: { path: string } }>('/users/invitations', {
    full_name: 'Carlos Colega',
    email,
    role_ids: roles.filter(({ name }) => name === 'admin').map(({ id }) => id),
  });
  const token = link.path.split('=').at(-1);
  await asking(null).post('/password-links/use', { token, password, password_confirmation: password });
  return asking((await asking(null).post<{ token: string }>('/login', { email, password })).token);
};

const rows = () => page.locator('tr[data-row]');
const more = async (action: string): Promise<void> => {
  await page.getByRole('button', { name: 'Más', exact: true }).click();
  await page.getByRole('menuitem', { name: action }).click();
};

/** Selects an option of a list that opens on a click. */
const pick = async (box: Locator, option: string): Promise<void> => {
  // Waits for the control itself: the placeholder shown while its code is loading has no list.
  await box.and(page.locator('button, [role=combobox]')).click();
  await page.getByRole('option', { name: option, exact: true }).click();
};

describe('a list', () => {
  test('is filtered with a text, saved as a view, and shows the differences', async () => {
    await page.goto('/gestion/catalogos/industrias');
    await rows().nth(5).waitFor();
    await page.getByRole('button', { name: 'Filtro avanzado' }).click();
    const dialog = page.getByRole('dialog', { name: 'Filtro avanzado' });
    await dialog.getByLabel('Filtro como texto').fill('regulacion:alcohol o regulacion:tabaco');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Aplicar' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Bebidas alcohólicas' }).waitFor();
    await expect.poll(() => rows().count()).toBeLessThan(5);
    const regulated = await rows().count();

    await page.getByRole('button', { name: /^Vista: / }).click();
    await page.getByRole('button', { name: 'Guardar como vista nueva…' }).click();
    await page.getByLabel(/^Nombre de la vista/).fill('Con regulación');
    await page.getByRole('dialog').getByRole('button', { name: 'Guardar' }).click();
    await page.getByRole('button', { name: 'Vista: Con regulación' }).waitFor();
    await page
      .getByRole('columnheader', { name: /^Nombre/ })
      .getByRole('button')
      .first()
      .click();
    await page.getByText('1 cambio sin guardar').first().waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Vista: Con regulación' }).waitFor();
    await page.getByText('1 cambio sin guardar').first().waitFor();
    expect(await rows().count()).toBe(regulated);
  });

  test('is changed in bulk after a preview, and the change is undone', async () => {
    await page.goto('/gestion/catalogos/industrias?q=servicios');
    await rows().first().waitFor();
    const count = await rows().count();
    expect(count).toBeGreaterThan(1);
    await page
      .getByRole('checkbox', { name: /Seleccionar/ })
      .first()
      .click();
    await page
      .getByRole('toolbar', { name: /^Selección/ })
      .getByRole('button', { name: 'Editar' })
      .click();
    const dialog = page.getByRole('dialog');
    await pick(dialog.getByLabel('Dato que cambia'), 'Regulación');
    await pick(dialog.getByLabel(/^Regulación/), 'Financiera');
    await dialog.getByRole('button', { name: 'Continuar' }).click();
    await dialog.getByText(`${count} de ${count} industrias cambiarán`).waitFor();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: new RegExp(`${count} industrias`) }).click();
    await page.getByText(`${count} industrias cambiadas`).first().waitFor();
    await expect.poll(() => page.getByRole('cell', { name: 'Financiera' }).count()).toBe(count);
    await page.getByRole('button', { name: 'Deshacer' }).first().click();
    await expect.poll(() => page.getByRole('cell', { name: 'Financiera' }).count()).toBeLessThan(count);
  });

  test('is exported as displayed', async () => {
    await page.goto('/gestion/catalogos/industrias?q=bebidas');
    await rows().first().waitFor();
    await more('Exportar…');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('radio', { name: /^CSV/ }).check();
    const download = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Exportar' }).click();
    const text = await readFile(await (await download).path(), 'utf8');
    expect(text).toContain('Nombre');
    expect(text).toContain('Bebidas alcohólicas');
    expect(text.trim().split('\n')).toHaveLength((await rows().count()) + 1);
  });

  test('imports rows pasted from a spreadsheet: dry run, result of each row, import, and undo of the whole import', async () => {
    await page.goto('/gestion/catalogos/clusters');
    await rows().first().waitFor();
    const { data } = await (await me()).get<{ data: readonly { code: string }[] }>('/clusters?limit=1');
    const [known] = data;
    await more('Importar…');
    await page.getByRole('heading', { level: 1, name: /^Importar/ }).waitFor();
    await page
      .getByLabel('Celdas copiadas')
      .fill(`Código\tNombre\nNUEVO-1\tClúster de prueba\n${known?.code}\tOtro nombre\nNUEVO-2\t`);
    await page.getByRole('button', { name: 'Continuar con lo pegado' }).click();
    await page.getByRole('button', { name: 'Revisar 3 filas' }).click();
    await page.getByRole('button', { name: 'Importar 2 filas' }).waitFor();
    await page.getByText('Este dato es obligatorio').first().waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Importar 2 filas' }).click();
    await page.getByText('Importación terminada').first().waitFor();
    await page.getByText(/1 clúster creado, 1 clúster actualizado/).waitFor();
    await page.getByRole('button', { name: /Deshacer/ }).click();
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: /Deshacer/ })
      .click();
    await page.getByText('Importación deshecha').waitFor();
    await page.goto('/gestion/catalogos/clusters?q=prueba');
    await page.getByRole('heading', { name: /coincide/ }).waitFor();
  });

  test('announces records added by others within a second, and shows them on request', async () => {
    const colleague = await newColleague();
    const isListening = page.waitForResponse((answer) => answer.url().endsWith('/api/events'));
    await page.goto('/gestion/catalogos/clusters');
    await rows().first().waitFor();
    const before = await rows().count();
    await isListening;
    await colleague.post('/clusters', { code: 'VIVO', name: 'Clúster en vivo' });
    const notice = page.getByText(/1 clúster nuevo/);
    await notice.waitFor({ timeout: 2000 });
    expect(await rows().count()).toBe(before);
    await page.getByRole('button', { name: /mostrar/i }).click();
    await page.getByRole('link', { name: 'Clúster en vivo' }).waitFor();
  });
});

describe('the command palette', () => {
  test('opens by keyboard, finds pages, records and actions regardless of accents, and opens them', async () => {
    await page.goto('/');
    // The palette is loaded after the page.
    await page.getByRole('button', { name: /^Buscar…/ }).waitFor();
    await page.keyboard.press('Control+k');
    const box = page.getByRole('combobox', { name: 'Buscar páginas, registros y acciones' });
    await box.waitFor();
    await page.keyboard.type('configuracion gen');
    await page.getByRole('option', { name: /Configuración General/ }).waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Configuración General' }).waitFor();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('bebidas alcoholicas');
    await page.getByRole('option', { name: /Bebidas alcohólicas/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Bebidas alcohólicas' }).waitFor();
  });

  test('text typed before the palette has loaded is kept', async () => {
    const slow = await page.context().newPage();
    let bring = () => {};
    const late = new Promise<void>((resolve) => {
      bring = resolve;
    });
    await slow.goto('/');
    await slow.getByRole('button', { name: /^Buscar…/ }).waitFor();
    await slow.route('**/*.js', async (route) => {
      await late;
      await route.continue();
    });
    await slow.keyboard.press('Control+k');
    await slow.getByRole('textbox', { name: 'Buscar páginas, registros y acciones' }).waitFor();
    await slow.keyboard.type('indus');
    bring();
    const box = slow.getByRole('combobox', { name: 'Buscar páginas, registros y acciones' });
    await box.waitFor();
    await slow.keyboard.type('trias');
    expect(await box.inputValue()).toBe('industrias');
    await slow.keyboard.press('Escape');
    await box.waitFor({ state: 'detached' });
    await slow.close();
  });
});

describe('users', () => {
  test('an invitation is sent by mail; its link lets the user choose a password and work with their role', async () => {
    await page.goto('/gestion/usuarios/invitar');
    await page.getByLabel(/^Nombre completo/).fill('Irene Invitada');
    await page.getByLabel(/^Correo/).fill('irene@medios.test');
    await choose(page, 'Roles', 'Auditor');
    await page.keyboard.press('Escape');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Invitar', exact: true }).click();
    // The tests have no mail server, so the dialog shows the link, and the outbox the mail.
    const link = await page.getByRole('dialog').getByLabel('Enlace').inputValue();
    await page.getByRole('dialog').getByRole('button', { name: 'Cerrar' }).last().click();
    await page.getByRole('heading', { level: 1, name: 'Irene Invitada' }).waitFor();
    await page.goto('/gestion/usuarios/correos');
    await page.getByText('irene@medios.test').first().waitFor();

    const guest = await newPage();
    await guest.goto(link);
    await guest.getByText('Irene Invitada').first().waitFor();
    await expectAccessible(guest);
    await guest.getByLabel(/^Contraseña nueva/).fill('Clave larga de Irene 3');
    await guest.getByLabel(/^Repita/).fill('Clave larga de Irene 3');
    await guest
      .getByRole('button', { name: /contraseña|Entrar|Guardar/i })
      .last()
      .click();
    await guest.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
    await guest.goto('/reportes/logs');
    await guest.locator('tr[data-row]').first().waitFor();
  });
});
