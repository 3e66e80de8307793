/** Kinds of work orders (domain §1.8). */
export const workOrderKinds = {
  traffic_tv: 'Tráfico de televisión',
  traffic_radio: 'Tráfico de radio',
  installation: 'Instalación exterior',
  removal: 'Desinstalación',
  maintenance: 'Mantenimiento',
  print: 'Montaje de prensa',
  digital: 'Carga digital',
  production: 'Producción',
  event: 'Evento o servicio',
} as const;

/** States of a work order (domain §2.4). */
export const workOrderStates = {
  pending: ['Pendiente', 'neutral'],
  material_pending: ['Espera material', 'warning'],
  in_validation: ['En validación', 'info'],
  scheduled: ['Programada', 'info'],
  in_progress: ['En ejecución', 'info'],
  on_air: ['Al aire', 'success'],
  paused: ['Pausada', 'warning'],
  completed: ['Completada', 'success'],
  missed: ['Incumplida', 'danger'],
  cancelled: ['Cancelada', 'neutral'],
} as const;

/** States before what was sold is on the air, in their order. */
export const preparingStates = [
  'pending',
  'material_pending',
  'in_validation',
  'scheduled',
  'in_progress',
] as const;

/** States in which there is still something to do. */
export const openWorkStates = [...preparingStates, 'on_air', 'paused'] as const;

/** What a late start gives the client. */
export const lateStartKinds = {
  none: 'Nada',
  credit: 'Crédito proporcional',
  compensation: 'Días de compensación',
} as const;
