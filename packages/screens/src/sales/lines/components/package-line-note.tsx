import type { Line } from '@pauta/domain/document/document.ts';
import { referenceId } from '@pauta/domain/kinds/reference.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import type { ReactElement } from 'react';
import { ComponentAmounts } from './component-amounts.tsx';
import { usePackage } from './use-package.ts';

/** Below a line that sells a package, on the page of its document: its components, and what each earns. */
export function PackageLineNote({
  line,
  record,
}: {
  readonly line: Line;
  readonly record: AnyRecord;
}): ReactElement | null {
  const pack = usePackage(line.line_kind === 'package' ? referenceId(line.package_id) : null);
  return pack ? <ComponentAmounts currency={String(record.currency_code)} line={line} pack={pack} /> : null;
}
