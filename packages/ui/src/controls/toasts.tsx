import { token as t } from '@pauta/layout/theme';
import { lazy, type ReactElement, Suspense, useState, useSyncExternalStore } from 'react';
import { keyframes, styled } from 'styled-components';
import { toastQueue } from './toast.ts';

const rise = keyframes`from { opacity: 0; translate: 0 8px; }`;

const Region = styled.div`
  position: fixed;
  inset-block-end: calc(${t('space-4')} + var(--pauta-bottom-inset, 0px));
  inset-inline: ${t('space-4')};
  z-index: ${t('z-toast')};
  display: flex;
  flex-direction: column;
  align-items: flex-end;
  gap: ${t('space-2')};
  pointer-events: none;
  & > div {
    pointer-events: auto;
    display: flex;
    align-items: center;
    gap: ${t('space-2')};
    max-inline-size: min(30rem, 100%);
    padding: ${t('space-2')} ${t('space-2')} ${t('space-2')} ${t('space-4')};
    border: 1px solid ${t('color-border')};
    border-radius: ${t('radius-md')};
    background: ${t('color-surface-raised')};
    color: ${t('color-text')};
    box-shadow: ${t('shadow-lg')};
    animation: ${rise} ${t('duration')} ${t('ease')};
  }
  & > div > span { flex: 1; padding-block: ${t('space-1')}; overflow-wrap: anywhere; }
  & > div > svg { flex: none; color: ${t('color-success')}; }
  & > [data-tone='danger'] > svg { color: ${t('color-danger')}; }
  @media print { display: none; }
`;

// Loaded on demand: every page has the region, but few show a notification.
const Notice = lazy(async () => ({ default: (await import('./notice.tsx')).Notice }));

/**
 * The region of notifications, mounted once by `UiProvider`. While the pointer or the focus is on it, none disappears.
 */
export function Toasts(): ReactElement {
  const toasts = useSyncExternalStore(toastQueue.subscribe, toastQueue.get, toastQueue.get);
  const [paused, setPaused] = useState(false);
  return (
    <Region
      aria-label="Avisos"
      aria-live="polite"
      onBlur={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onPointerEnter={() => setPaused(true)}
      onPointerLeave={() => setPaused(false)}
      role="log"
    >
      <Suspense>
        {toasts.map((toast) => (
          <Notice key={toast.id} paused={paused} toast={toast} />
        ))}
      </Suspense>
    </Region>
  );
}
