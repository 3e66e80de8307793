import { companyToday } from '@pauta/domain/calendar/company-clock.ts';
import { addenda } from '@pauta/domain/sales/addenda/addendum.ts';
import { DocumentRecord } from '@pauta/ui/document/record/document-record.tsx';
import { DownloadButton } from '@pauta/ui/export/download-button.tsx';
import type { OwnScreenProps } from '@pauta/ui/screens/resource-screens.tsx';
import type { ReactElement } from 'react';
import { ApprovalPanel } from '../../approvals/approval-panel.tsx';
import { PackageLineNote } from '../lines/components/package-line-note.tsx';
import { SigningTab } from '../signing/signing-tab.tsx';
import { AddendumChanges } from './addendum-changes.tsx';
import { AddendumBridge } from './money-bridge.tsx';

const lineNotes = { lines: PackageLineNote };

/** The page of an addendum, with what its contract was, is, and will be worth. */
export function AddendumRecord({ id = '' }: OwnScreenProps): ReactElement {
  return (
    <DocumentRecord
      lineNotes={lineNotes}
      above={(addendum) => <ApprovalPanel kind="addenda" record={addendum} resource={addenda} />}
      commandInitial={(name) => (name === 'apply' ? { signed_on: companyToday() } : {})}
      actions={(addendum) => (
        <DownloadButton
          name={`Adenda ${String(addendum.number)}.pdf`}
          path={`/addenda/${addendum.id}/addendum.pdf`}
        >
          PDF
        </DownloadButton>
      )}
      id={id}
      resource={addenda}
      tabs={[
        {
          id: 'cambios',
          label: 'Antes y después',
          content: (addendum) => <AddendumChanges addendum={addendum} />,
        },
        {
          id: 'firmas',
          label: 'Firmas',
          content: (addendum) => <SigningTab record={addendum} resource={addenda} />,
        },
        {
          id: 'montos',
          label: 'Montos',
          content: (addendum) => <AddendumBridge addendum={addendum} />,
        },
      ]}
    />
  );
}
