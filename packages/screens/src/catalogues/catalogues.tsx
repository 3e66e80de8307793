import { catalogues } from '@pauta/domain/catalogues/catalogues.ts';
import { Card } from '@pauta/ui/controls/card.tsx';
import { Page } from '@pauta/ui/controls/page.tsx';
import { PageHeader } from '@pauta/ui/controls/page-header.tsx';
import { Link } from '@pauta/ui/router.ts';
import type { ReactElement } from 'react';
import { styled } from 'styled-components';

const sorted = [...catalogues].sort((a, b) => a.label.many.localeCompare(b.label.many, 'es'));

const Index = styled.ul`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(100%, 15rem), 1fr));
  gap: var(--pauta-space-1);
  margin: 0;
  padding: 0;
  list-style: none;
  & a {
    display: block;
    padding: var(--pauta-space-2) var(--pauta-space-3);
    border-radius: var(--pauta-radius-md);
    color: var(--pauta-color-accent-text);
    text-decoration: none;
  }
  & a:hover { background: var(--pauta-color-hover); text-decoration: underline; }
`;

/** Gestión › Catálogos: the way to each catalogue. */
export function Catalogues(): ReactElement {
  return (
    <Page>
      <PageHeader
        description="Valores que se eligen en las demás pantallas. Un valor inactivo se conserva donde ya se usó y deja de ofrecerse."
        title="Catálogos"
      />
      <Card>
        <Index>
          {sorted.map((catalogue) => (
            <li key={catalogue.name}>
              <Link to={`/${catalogue.screen}`}>{catalogue.label.many}</Link>
            </li>
          ))}
        </Index>
      </Card>
    </Page>
  );
}
