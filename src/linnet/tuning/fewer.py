"""Fewer features: the share of a recipe's features that stay, and what they are selected by."""

from dataclasses import dataclass, replace

from linnet.recipe.recipe import Recipe


@dataclass(frozen=True)
class Fewer:
    """The share of the features that stay, and what they are selected by."""

    share: float = 1.0
    by: str = "none"

    def of(self, recipe: Recipe, n: float) -> Recipe:
        """Return the recipe with this share of its n features, stored narrow.

        >>> few = Fewer(0.25, "chi2").of(Recipe(), 4000)
        >>> few.features.select, few.features.select_top, few.narrow
        ('chi2', 1000, True)
        """
        if self.share < 1:
            top = max(1, round(self.share * n))
            recipe = replace(
                recipe, features=replace(recipe.features, select=self.by, select_top=top)
            )
        return replace(recipe, narrow=True)
