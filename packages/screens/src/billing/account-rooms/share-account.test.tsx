// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, onTestFinished, test } from 'vitest';
import * as stories from './share-account.stories.tsx';

test('asks for whom the page is, and then shows its link once', async () => {
  const { unmount } = render((stories.ForAnAccount.render as () => React.ReactElement)());
  onTestFinished(unmount);
  const user = userEvent.setup();
  await user.type(await screen.findByLabelText(/Para quién/), 'Marta Ibáñez');
  await user.type(screen.getByLabelText(/^Correo/), 'marta@optica.example');
  await user.click(screen.getByRole('button', { name: 'Abrir' }));
  const link = (await screen.findByRole('textbox', { name: 'Enlace' })) as HTMLInputElement;
  expect(link.value).toMatch(/\/cuenta\/q7Zk2v9RrT$/);
  expect(screen.getByText(/También sale por correo a marta@optica.example/)).toBeTruthy();
});
