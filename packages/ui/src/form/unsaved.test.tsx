import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ReactElement, useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { createHost } from '../testing/host.tsx';
import { useIsUnsaved, useMayLeave, useUnsaved } from './unsaved.tsx';

afterEach(cleanup);

function Note(): ReactElement {
  const [text, setText] = useState('');
  useUnsaved({ label: () => 'La nota', isDirty: () => text !== '', discard: () => setText('') });
  return <input aria-label="Nota" onChange={(event) => setText(event.target.value)} value={text} />;
}

/** A shell around a form, which shows whether there is unsaved input and asks before it ends the session. */
function Shell(): ReactElement {
  const unsaved = useIsUnsaved();
  const mayLeave = useMayLeave();
  const [answers, setAnswers] = useState<readonly boolean[]>([]);
  const [open, setOpen] = useState(true);
  return (
    <>
      <p>{unsaved ? 'Sin guardar' : 'Nada que perder'}</p>
      <button onClick={async () => setAnswers([...answers, await mayLeave()])} type="button">
        Salir
      </button>
      <button onClick={() => setOpen(false)} type="button">
        Quitar
      </button>
      <output>{answers.join()}</output>
      {open && <Note />}
    </>
  );
}

const open = () => {
  const { Host } = createHost(<Shell />, { baseUrl: 'http://localhost', path: '/', mount: '/' });
  render(<Host />);
  return userEvent.setup();
};
const answers = () => screen.getByRole('status').textContent;

test('input counts as unsaved until it is reverted', async () => {
  const user = open();
  await user.type(screen.getByRole('textbox'), 'a');
  expect(screen.getByText('Sin guardar')).toBeTruthy();
  await user.clear(screen.getByRole('textbox'));
  expect(screen.getByText('Nada que perder')).toBeTruthy();
});

test('useMayLeave asks if there is unsaved input, and waits for the answer', async () => {
  const user = open();
  await user.click(screen.getByRole('button', { name: 'Salir' }));
  await waitFor(() => expect(answers()).toBe('true'));
  await user.type(screen.getByRole('textbox'), 'a');
  await user.click(screen.getByRole('button', { name: 'Salir' }));
  await screen.findByText('Si sale ahora, se pierden los cambios de: La nota.');
  await user.click(screen.getByRole('button', { name: 'Seguir editando' }));
  await waitFor(() => expect(answers()).toBe('true,false'));
  expect(screen.getByRole<HTMLInputElement>('textbox').value).toBe('a');
  await user.click(screen.getByRole('button', { name: 'Salir' }));
  await user.click(await screen.findByRole('button', { name: 'Salir sin guardar' }));
  await waitFor(() => expect(answers()).toBe('true,false,true'));
  expect(screen.getByRole<HTMLInputElement>('textbox').value).toBe('');
});

test('leaving continues when the form is unmounted while the question is open', async () => {
  const user = open();
  await user.type(screen.getByRole('textbox'), 'a');
  const remove = screen.getByRole('button', { name: 'Quitar' });
  await user.click(screen.getByRole('button', { name: 'Salir' }));
  await screen.findByRole('alertdialog');
  remove.click();
  await waitFor(() => expect(answers()).toBe('true'));
});

test('without a guard there is no question', async () => {
  render(<Shell />);
  const user = userEvent.setup();
  await user.type(screen.getByRole('textbox'), 'a');
  await user.click(screen.getByRole('button', { name: 'Salir' }));
  await waitFor(() => expect(answers()).toBe('true'));
});
