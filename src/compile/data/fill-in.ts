/**
 * Matches "FILL IN" in each language of the template files, where it marks text that only the owner can write.
 */
export const FILL_IN_PLACEHOLDER = /FILL IN|AUSFÜLLEN|À COMPLÉTER|POR COMPLETAR|DA COMPILARE|INVULLEN/;
