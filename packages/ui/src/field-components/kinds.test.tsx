// @vitest-environment happy-dom
import { type DateRange, periodEnds } from '@pauta/domain/kinds/date-range.ts';
import { formatField, type KindName, parseField } from '@pauta/domain/kinds/kind.ts';
import { render, screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { createHost } from '../testing/host.tsx';
import { kindFixtures, kindRecord } from '../testing/kind-fixtures.ts';
import { cells } from './cells.tsx';
import { inputValues } from './input-values.ts';
import { inputs } from './inputs.tsx';

const baseUrl = 'http://127.0.0.1:9/api';

describe.each(Object.keys(kindFixtures) as KindName[])('%s', (name) => {
  const { field, value } = kindFixtures[name];
  const record = { ...kindRecord, it: value };

  test('the value of an input is parsed back to the same value', () => {
    const read = parseField(field, inputValues({ it: field }, record).it);
    expect(read).toEqual({
      ok: true,
      value: name === 'percent' || name === 'decimal' ? expect.anything() : value,
    });
    if (name === 'percent') expect(read).toEqual({ ok: true, value });
  });

  test('the cell displays the value, and an em dash for an empty one', async () => {
    const Cell = cells[name];
    const { Host } = createHost(
      <>
        <p data-testid="filled">
          <Cell field={field} place="list" record={record} value={value} />
        </p>
        <p data-testid="empty">
          <Cell field={field} place="list" value={null} />
        </p>
      </>,
      { baseUrl },
    );
    render(<Host />);
    // A list writes a period without words between its days.
    const text =
      name === 'dateRange' ? periodEnds(value as DateRange).join(' ') : formatField(field, value, record);
    const words = text.split(/, |\s/).filter(Boolean);
    const shown = (await screen.findByTestId('filled')).textContent;
    for (const word of words) expect(shown).toContain(word);
    expect(screen.getByTestId('empty').textContent).toBe('—');
  });

  test('the input has its label, hint and error', async () => {
    const Input = inputs[name];
    const { Host } = createHost(
      <Input
        error="Revise este dato."
        field={field}
        hint="Una ayuda."
        label="El dato"
        name="it"
        onBlur={() => undefined}
        onChange={() => undefined}
        value={inputValues({ it: field }, record).it}
        values={kindRecord}
      />,
      { baseUrl },
    );
    const { container } = render(<Host />);
    expect(await screen.findByText('Revise este dato.')).toBeTruthy();
    expect(screen.getByText('Una ayuda.')).toBeTruthy();
    expect(screen.getAllByText('El dato').length).toBeGreaterThan(0);
    const described = (): string[] =>
      [...container.querySelectorAll('[aria-describedby]')].map((element) =>
        (element.getAttribute('aria-describedby') ?? '')
          .split(' ')
          .map((id) => document.getElementById(id)?.textContent)
          .join(' '),
      );
    // Rare inputs are loaded when they are first shown; their label and texts are rendered before.
    await waitFor(() =>
      expect(
        described().some((text) => text.includes('Revise este dato.') && text.includes('Una ayuda.')),
      ).toBe(true),
    );
  });
});

test('the link of an e-mail cell contains only the address, whatever the text is', async () => {
  const { field } = kindFixtures.email;
  const Cell = cells.email;
  const { Host } = createHost(
    <Cell field={field} place="detail" value="ana?bcc=otro%40evil.example&body=x@empresa.com" />,
    { baseUrl },
  );
  render(<Host />);
  const link = await screen.findByRole('link');
  expect(link.getAttribute('href')).toBe('mailto:ana%3Fbcc%3Dotro%2540evil.example%26body%3Dx@empresa.com');
});
