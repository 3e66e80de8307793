import type { ReactElement, ReactNode } from 'react';
import { styled } from 'styled-components';

const Frame = styled.div`
  inline-size: min(100%, 26rem);
  display: grid;
  gap: var(--pauta-space-4);
  padding-block-start: clamp(0px, 8dvh, 5rem);
  & > h1 { margin: 0; }
  & > section {
    padding: var(--pauta-space-6);
    border: 1px solid var(--pauta-color-border);
    border-radius: var(--pauta-radius-lg);
    background: var(--pauta-color-surface);
    box-shadow: var(--pauta-shadow-sm);
  }
  & > p { margin: 0; color: var(--pauta-color-text-muted); }
  & > nav { display: grid; gap: var(--pauta-space-2); }
  & a { color: var(--pauta-color-accent-text); }
  & [data-bar] button { inline-size: 100%; }
`;

/** The narrow page for guests: title, a form in a card, and links to other pages. */
export function GuestCard({
  title,
  intro,
  children,
  links,
}: {
  title: string;
  intro?: string;
  children: ReactNode;
  links?: ReactNode;
}): ReactElement {
  return (
    <Frame>
      <h1 tabIndex={-1}>{title}</h1>
      {intro && <p>{intro}</p>}
      <section>{children}</section>
      {links && <nav aria-label="Otras páginas">{links}</nav>}
    </Frame>
  );
}
