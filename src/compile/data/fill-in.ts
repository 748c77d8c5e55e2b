/**
 * Matches "FILL IN", which marks text that only the owner can write, in each language of the template files.
 */
export const FILL_IN = /FILL IN|AUSFÜLLEN|À COMPLÉTER|POR COMPLETAR|DA COMPILARE|INVULLEN/;
