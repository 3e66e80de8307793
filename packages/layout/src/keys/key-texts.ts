export const shortcuts = 'Atajos de teclado';
export const closeSheet = 'Cerrar';
export const singleKeys = 'Atajos de una sola tecla';
export const singleKeysHint =
  'Apáguelos si dicta a su equipo o si una letra suelta le estorba. Las flechas, Intro y Esc siguen funcionando.';
export const changeShortcuts = 'Cambiar los atajos';
export const change = 'Cambiar';
export const changeOf = (label: string): string => `Cambiar el atajo de «${label}»`;
export const restore = 'Restablecer';
export const restoreOf = (label: string): string => `Restablecer el atajo de «${label}»`;
export const restoreAll = 'Restablecer todos';
export const newKeysOf = (label: string): string => `Teclas nuevas de «${label}»`;
export const newKeys = (presses: number): string =>
  `Pulse ${presses === 1 ? 'la tecla nueva' : 'las teclas nuevas: una, o dos seguidas'}. Intro guarda, Retroceso borra, Esc cancela.`;
export const save = 'Guardar';
export const cancel = 'Cancelar';
export const turnOff = 'Sin atajo';
export const off = 'Sin atajo';
export const usedBy = (label: string): string =>
  `Ya las usa «${label}». Elija otras, o cambie antes las de esa.`;
export const alsoUsedBy = (label: string): string => `También las usa «${label}». Cambie uno de los dos.`;
export const changed = (label: string, keys: string): string => `«${label}»: ${keys}`;
export const followedBy = 'luego';
export const or = 'o';
export const keyNames: Readonly<Record<string, string>> = {
  ' ': 'Espacio',
  ArrowDown: '↓',
  ArrowUp: '↑',
  ArrowLeft: '←',
  ArrowRight: '→',
  Control: 'Ctrl',
  Enter: 'Intro',
  Escape: 'Esc',
  Shift: 'Mayús',
};
