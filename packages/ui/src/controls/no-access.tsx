import { Lock } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { Card } from './card.tsx';
import { EmptyState } from './empty-state.tsx';

/**
 * Instead of what the person may not see or do; the children say why, and what to ask for.
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
