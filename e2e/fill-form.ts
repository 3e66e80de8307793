import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

type Within = Locator | Page;

const pageOf = (within: Within): Page => ('page' in within ? within.page() : within);
const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/**
 * Clicks the first option of an open list once it is the one that was searched for. Not by `click` of its locator, which
 * first scrolls the page where a bar covers a part of it: scrolling closes the list. If something that loads scrolls the
 * page, the list is opened again, as a user does.
 */
async function clickOption(page: Page, name: string): Promise<void> {
  const first = page.getByRole('option').first();
  const place = async () =>
    JSON.stringify([(await first.textContent())?.includes(name), await first.boundingBox()]);
  let before = '';
  let closed = 0;
  await expect
    .poll(async () => {
      if (await page.getByRole('listbox').isVisible()) closed = 0;
      else {
        closed += 1;
        if (closed % 20 === 0) await page.keyboard.press('ArrowDown');
      }
      const now = await place().catch(() => '');
      const isStill = now === before && now.startsWith('[true,{');
      before = now;
      return isStill;
    })
    .toBe(true);
  const { x, y, width, height } = JSON.parse(before)[1];
  await page.mouse.click(x + width / 2, y + height / 2);
}

/** Types a text into the input with this label, as a user does. */
export async function type(within: Within, label: string, text: string): Promise<void> {
  const box = within.getByRole('textbox', { name: label, exact: true });
  await box.click();
  await box.fill(text);
}

/** Selects one of the records that match a typed text, with the mouse. */
export async function pick(within: Within, label: string, option: string): Promise<void> {
  const box = within.getByRole('combobox', { name: label, exact: true });
  const page = pageOf(within);
  await box.click();
  await page.keyboard.press('ControlOrMeta+a');
  // While the list is open, only the list is exposed to assistive technology, and to a locator by role.
  await page.keyboard.insertText(option);
  await clickOption(page, option);
  await page.getByRole('listbox').waitFor({ state: 'detached' });
  await expect.poll(() => box.inputValue(), { message: label }).toContain(option);
}

/** Adds one of the records that match a typed text to a list of them, with the mouse. */
export async function add(within: Within, label: string, option: string): Promise<void> {
  const page = pageOf(within);
  await within.getByRole('combobox', { name: label, exact: true }).click();
  await page.keyboard.insertText(option);
  await clickOption(page, option);
  await within
    .getByRole('list', { name: `${label}: elegidos` })
    .getByText(option)
    .waitFor();
  await page.keyboard.press('Escape');
}

/** Selects one of a few options, with the mouse. */
export async function select(within: Within, label: string, option: string): Promise<void> {
  // The name of the button begins with the selected option.
  await within.getByRole('button', { name: new RegExp(`(^| )${escaped(label)}$`) }).click();
  await pageOf(within).getByRole('option', { name: option, exact: true }).click();
  await pageOf(within).getByRole('listbox').waitFor({ state: 'detached' });
}

/** Types the first and the last day of a period. */
export async function period(within: Within, label: string, from: string, to: string): Promise<void> {
  const group = within.getByRole('group', { name: label, exact: true });
  await type(group, 'Desde', from);
  await type(group, 'Hasta', to);
}

/** Presses a button that opens a dialog, fills in the dialog, and confirms it with the button of the same name. */
export async function command(
  page: Page,
  name: string,
  fill?: (dialog: Locator) => Promise<void>,
): Promise<void> {
  await page.getByRole('button', { name, exact: true }).first().click();
  await complete(page, name, fill);
}

/** Runs a rare command of the record that is shown, by the menu of further actions. */
export async function rareCommand(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Más acciones' }).click();
  await page.getByRole('menuitem', { name, exact: true }).click();
  await complete(page, name);
}

/** Fills and sends the dialog of a command. */
async function complete(
  page: Page,
  name: string,
  fill: (dialog: Locator) => Promise<void> = async () => {},
): Promise<void> {
  const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'));
  await dialog.waitFor();
  await fill(dialog);
  await dialog.getByRole('button', { name, exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
}
