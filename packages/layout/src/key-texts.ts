export const shortcuts = 'Atajos de teclado';
export const closeSheet = 'Cerrar';
export const singleKeys = 'Atajos de una sola tecla';
export const singleKeysHint =
  'Apáguelos si dicta a su equipo o si una letra suelta le estorba. Las flechas, Intro y Esc siguen funcionando.';
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
