import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectAccessible, expectNoSidewaysScroll, signIn, useBrowser, widths } from './browser.ts';
import { administrator } from './setup.ts';

const { newPage } = useBrowser();

/** Creates a draft of two fields and a material by the API, because its header is not tested here. @returns its id */
const draft = (page: Page, code: string): Promise<string> =>
  page.evaluate(async (name) => {
    const headers = {
      'content-type': 'application/json',
      authorization: `Bearer ${localStorage.getItem('auth_token')?.replaceAll('"', '') ?? ''}`,
    };
    const { data } = await (await fetch('/api/platforms/options?limit=1', { headers })).json();
    const answer = await fetch('/api/tech-templates', {
      method: 'POST',
      headers,
      body: JSON.stringify({
        code: name,
        name: `Ficha ${name}`,
        platform_id: data[0].id,
        lead_time_days: 3,
        data: {
          put: ['Producto', 'Acabado', 'Medida'].map((label, place) => ({
            id: crypto.randomUUID().replace(/^(.{14})./, '$17'),
            position: `a${place}`,
            label,
          })),
        },
        materials: {
          put: [
            {
              id: crypto.randomUUID().replace(/^(.{14})./, '$17'),
              name: 'Spot',
              kind: 'video',
              file_types: ['mp4'],
              loudness_lufs: '-24.0',
              loudness_tolerance: '2.0',
            },
          ],
        },
      }),
    });
    if (!answer.ok) throw new Error(await answer.text());
    return (await answer.json()).data.id;
  }, code);

test('a template is built by keyboard and by dragging, with the form of its sheets beside it', async () => {
  // All lines are in view, so that a drag does not scroll.
  const page = await newPage({ viewport: { width: widths.desktop, height: 2400 } });
  await signIn(page, administrator, null);
  const id = await draft(page, `E2E-${Date.now() % 1_000_000}`);
  await page.goto(`/inventario/gestion-fichas-tecnicas/${id}/editar`);
  const preview = page.getByRole('region', { name: 'Vista previa' });
  const asked = () => preview.locator('[data-field^="preview."] [data-label]').allTextContents();
  const builder = page.getByRole('table', { name: 'Datos' });
  const label = (place: number) => builder.getByRole('textbox', { name: `Dato, dato ${place}`, exact: true });
  await expect.poll(asked).toEqual(['Producto *', 'Acabado *', 'Medida *']);

  // By keyboard: up, and a new one after the last.
  await label(2).focus();
  await page.keyboard.press('Alt+ArrowUp');
  await expect.poll(asked).toEqual(['Acabado *', 'Producto *', 'Medida *']);
  expect(await label(1).evaluate((box) => box === document.activeElement)).toBe(true);
  await label(3).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.insertText('Comentario');
  await expect.poll(asked).toEqual(['Acabado *', 'Producto *', 'Medida *', 'Comentario *']);

  // By dragging.
  await builder
    .locator('[data-handle]')
    .nth(2)
    .dragTo(builder.locator('tbody').first(), {
      targetPosition: { x: 20, y: 4 },
    });
  await expect.poll(asked).toEqual(['Medida *', 'Acabado *', 'Producto *', 'Comentario *']);

  // What is asked of the file is told in words, and the preview can be tried out without saving the template.
  await preview.getByText('−24 LUFS ± 2').waitFor();
  await preview.getByRole('textbox', { name: /^Medida/ }).fill('10 m');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Guardar', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: /^Ficha E2E/ }).waitFor();
  await page.getByRole('tab', { name: 'Vista previa' }).click();
  await expect.poll(asked).toEqual(['Medida *', 'Acabado *', 'Producto *', 'Comentario *']);
});

test('its pages are accessible at each width, in both themes', async () => {
  for (const colorScheme of ['light', 'dark'] as const) {
    const page = await newPage({ colorScheme });
    await signIn(page, administrator, null);
    const id = await draft(page, `E2E-${colorScheme}-${Date.now() % 1_000_000}`);
    const at = `/inventario/gestion-fichas-tecnicas`;
    for (const path of [`${at}/${id}/editar`, `${at}/${id}`, `${at}/comparar?a=${id}`]) {
      await page.goto(path);
      await page
        .getByRole('main')
        .getByRole('heading', { level: 1, name: /Ficha|Comparar/ })
        .waitFor();
      for (const [name, width] of Object.entries(widths)) {
        // The whole page in view: what a bar covers is checked where it is, and would be too small.
        await page.setViewportSize({ width, height: 4500 });
        await expectAccessible(page, `${path} ${name} ${colorScheme}`);
        await expectNoSidewaysScroll(page, `${path} ${name}`);
      }
    }
    // The preview is beside the form from 1024 px on, and below it on a phone.
    await page.goto(`${at}/${id}/editar`);
    const boxes = async () => {
      const of = (name: string) => page.getByRole('region', { name, exact: true }).boundingBox();
      const [preview, data] = await Promise.all([of('Vista previa'), of('Datos')]);
      return { isBeside: (preview?.x ?? 0) > (data?.x ?? 0), isBelow: (preview?.y ?? 0) > (data?.y ?? 0) };
    };
    await page.getByRole('region', { name: 'Vista previa' }).waitFor();
    expect(await boxes()).toMatchObject({ isBeside: true });
    await page.setViewportSize({ width: widths.phone, height: 900 });
    expect(await boxes()).toEqual({ isBeside: false, isBelow: true });
  }
});
