import { activities } from '@pauta/domain/crm/follow-up/activity.ts';
import { Button } from '@pauta/ui/controls/button.tsx';
import { useMay } from '@pauta/ui/data/may.ts';
import { lazy, type ReactElement, Suspense, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { styled } from 'styled-components';
import type { About } from './attention-dialog.tsx';
import { type ContactAttempt, contactAttemptStore } from './contact-attempt-store.ts';

const AttentionDialog = lazy(async () => ({
  default: (await import('./attention-dialog.tsx')).AttentionDialog,
}));

const words = {
  call: { done: 'Llamó a', register: 'Registrar llamada' },
  whatsapp: { done: 'Escribió por WhatsApp a', register: 'Registrar WhatsApp' },
  email: { done: 'Escribió un correo a', register: 'Registrar correo' },
} as const;

const Root = styled.section`
  position: fixed;
  inset-block-end: calc(var(--pauta-space-4) + var(--pauta-bottom-inset, 0px));
  inset-inline-end: var(--pauta-space-4);
  z-index: var(--pauta-z-toast);
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: var(--pauta-space-2) var(--pauta-space-3);
  max-inline-size: min(30rem, calc(100vw - 2 * var(--pauta-space-4)));
  padding: var(--pauta-space-3) var(--pauta-space-4);
  border: 1px solid var(--pauta-color-border);
  border-radius: var(--pauta-radius-md);
  background: var(--pauta-color-surface-raised);
  color: var(--pauta-color-text);
  box-shadow: var(--pauta-shadow-lg);
  & > p { margin: 0; flex: 1 1 14rem; overflow-wrap: anywhere; }
  & > div { display: flex; flex-wrap: wrap; gap: var(--pauta-space-2); }
  @media print { display: none; }
`;

const kindOf = (href: string): ContactAttempt['kind'] | null => {
  if (href.startsWith('tel:')) return 'call';
  if (href.startsWith('https://wa.me/')) return 'whatsapp';
  return href.startsWith('mailto:') ? 'email' : null;
};

/** The clicked link for calling or writing; its row identifies the contact if the page shows several. */
const contactAttemptOf = (event: MouseEvent): ContactAttempt | null => {
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null;
  const kind = link && kindOf(link.getAttribute('href') ?? '');
  if (!link || !kind) return null;
  const { contact, name } = link.closest<HTMLElement>('[data-contact]')?.dataset ?? {};
  return {
    kind,
    ...(contact && { contact: { id: contact, label: name ?? '', code: null } }),
    // Pressed by keyboard: the prompt gets the focus, which returns to the link afterwards.
    ...(event.detail === 0 && { from: link }),
  };
};

/**
 * On the page of a contact, a client or an agency: after the user calls or writes to a contact, offers to record the
 * activity. The prompt does not block the page; the result is entered in the dialog that it opens.
 *
 * @example <ContactAttemptPrompt about={{ client_id: { id, label, code } }} />
 */
export function ContactAttemptPrompt({ about }: { about: About }): ReactElement | null {
  const may = useMay(activities);
  const attempt = useSyncExternalStore(
    contactAttemptStore.subscribe,
    contactAttemptStore.get,
    contactAttemptStore.get,
  );
  const [writing, setWriting] = useState<ContactAttempt | null>(null);
  const first = useRef<HTMLButtonElement>(null);
  const allowed = may.create.allowed && may.permission('activities.work').allowed;

  useEffect(() => {
    if (!allowed) return;
    const noticed = (event: MouseEvent): void => {
      const found = contactAttemptOf(event);
      if (found) contactAttemptStore.set(found);
    };
    document.addEventListener('click', noticed);
    return () => {
      document.removeEventListener('click', noticed);
      contactAttemptStore.set(null);
    };
  }, [allowed]);
  useEffect(() => {
    if (attempt?.from) first.current?.focus();
  }, [attempt]);

  const close = (): void => {
    contactAttemptStore.set(null);
    attempt?.from?.focus();
  };
  const shown = writing ?? attempt;
  if (!allowed || !shown) return null;
  const whom: About = { ...(shown.contact && { contact_id: shown.contact }), ...about };
  const name = Object.values(whom)[0]?.label ?? '';
  const { done, register } = words[shown.kind];
  return writing ? (
    <Suspense>
      <AttentionDialog about={whom} initial={{ kind: writing.kind }} onClose={() => setWriting(null)} />
    </Suspense>
  ) : (
    <Root
      aria-label={register}
      onKeyDown={(event) => {
        if (event.key === 'Escape') close();
      }}
    >
      <p role="status">
        {done} {name}. ¿Lo registra en Seguimiento?
      </p>
      <div>
        <Button
          onClick={() => {
            contactAttemptStore.set(null);
            setWriting(shown);
          }}
          ref={first}
          size="small"
          tone="primary"
        >
          {register}
        </Button>
        <Button onClick={close} size="small" tone="quiet">
          No registrar
        </Button>
      </div>
    </Root>
  );
}
