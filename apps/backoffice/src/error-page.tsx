import type { ReactElement } from 'react';
import { useLocation } from 'react-router-dom';
import { styled } from 'styled-components';

const Message = styled.section`
  max-inline-size: 34rem;
  margin: var(--pauta-space-8) auto;
  padding: 0 var(--pauta-space-4);
  line-height: 1.5;
  & > h1 { margin: 0 0 var(--pauta-space-3); font-size: var(--pauta-text-xl); }
  & > a { color: var(--pauta-color-accent-text); font-weight: var(--pauta-weight-medium); }
`;

/**
 * Shown in place of a page that failed to load or to draw. It stands on nothing that is loaded later: what it is
 * for is that loading failed.
 */
export function ErrorPage(): ReactElement {
  const { pathname, search } = useLocation();
  return (
    <Message>
      <h1 tabIndex={-1}>No se pudo abrir la página</h1>
      <p>
        Puede haber una versión nueva de Pauta o un problema de conexión. Vuelva a cargar; lo que escribió en
        un formulario queda guardado en este navegador.
      </p>
      <a href={pathname + search}>Volver a cargar</a>
    </Message>
  );
}
