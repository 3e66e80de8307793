import { catalogues } from '@pauta/domain/catalogues/catalogues.ts';
import { agree } from '@pauta/domain/text/label.ts';
import type { Database } from '../platform/database/database.ts';

/** Messages for the constraints of 0003_catalogues.sql and 0005_all_catalogues.sql. */
export const explainCatalogueConstraints = (database: Database): void => {
  for (const { name, label } of catalogues) {
    const other = label.gender === 'f' ? 'otra' : 'otro';
    const one = label.one.toLocaleLowerCase('es');
    database.explainConstraints({
      [`${name}_code_key`]: {
        field: 'code',
        message: `Ese código ya es de ${other} ${one}, quizás ${agree(label, 'archivado')}.`,
      },
      [`${name}_name_key`]: {
        field: 'name',
        message: `Ya hay ${other} ${one} con ese nombre, quizás ${agree(label, 'archivado')}.`,
      },
      [`${name}_no_cycle`]: {
        field: 'parent_id',
        message: 'Así un registro dependería de sí mismo. Elija otro.',
      },
    });
  }
  database.explainConstraints({
    system_row_code: { field: 'code', message: 'El código de un valor del sistema no se cambia.' },
    system_row_stays: { message: 'Este valor es parte del sistema y no se archiva; puede desactivarlo.' },
    countries_iso3_key: { field: 'iso3', message: 'Ese código ya es de otro país.' },
    countries_numeric_key: { field: 'numeric', message: 'Ese código ya es de otro país.' },
    localities_parent_country: {
      field: 'parent_id',
      message: 'La localidad y aquella a la que pertenece deben ser del mismo país.',
    },
    companies_tax_id_key: {
      field: 'tax_id',
      message: 'Ya existe una compañía con esta identificación en ese país.',
    },
    time_slots_no_overlap: {
      field: 'starts',
      message:
        'Coincide con otra franja activa de la misma plataforma y día. Cambie las horas o los días, o márquela como rotativa.',
    },
    gl_accounts_parent_groups: {
      field: 'parent_id',
      message: 'Esa cuenta recibe asientos, así que otras no pueden pertenecer a ella. Elija una de grupo.',
    },
    gl_accounts_group_no_entries: {
      field: 'is_postable',
      message: 'Otras cuentas pertenecen a esta: una cuenta de grupo no recibe asientos.',
    },
  });
};
