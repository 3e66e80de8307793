import { importPermission, type Resource } from '@pauta/domain/resource/resource.ts';
import { useMay, type Verdict } from '../data/may.ts';

/** Whether the user may import into the resource. */
export function useImportVerdict(resource: Resource): Verdict {
  const may = useMay(resource);
  const permission = importPermission(resource);
  return permission === null
    ? { allowed: false, permission: '', reason: `${resource.label.many} no se importan desde un archivo.` }
    : may.permission(permission);
}
