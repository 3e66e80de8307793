import type { ReactElement } from 'react';
import { EmptyState } from '../controls/empty-state.tsx';
import { LinkButton } from '../controls/link-button.tsx';
import { Page } from '../controls/page.tsx';
import { PageHeader } from '../controls/page-header.tsx';

/** Shown for an address that belongs to no screen. */
export function NotFoundPage(): ReactElement {
  return (
    <Page>
      <PageHeader title="Página no encontrada" />
      <EmptyState actions={<LinkButton to="/">Ir al inicio</LinkButton>} title="Esta dirección no existe">
        No corresponde a ninguna pantalla. Revise el enlace o búsquela en el menú.
      </EmptyState>
    </Page>
  );
}
