"""Why a document gets its label: counterfactuals and the nearest training documents."""
