import { Lock } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { Card } from './card.tsx';
import { EmptyState } from './empty-state.tsx';

/**
 * Replaces content that the user may not see; `children` give the reason and the permission to ask for.
 *
 * @example <NoAccess title="No puede ver los roles">{may.view.reason}</NoAccess>
 */
export function NoAccess({
  title,
  children,
  actions,
}: {
  readonly title: string;
  readonly children: ReactNode;
  readonly actions?: ReactNode;
}): ReactElement {
  return (
    <Card>
      <EmptyState actions={actions} icon={<Lock aria-hidden size={24} />} title={title}>
        {children}
      </EmptyState>
    </Card>
  );
}
