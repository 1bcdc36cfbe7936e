"""Assignments for other people's graders, written from the tags of the chapters.

`python3 run.py export nbgrader FOLDER` and `export otter FOLDER`: each exercise is worth one point,
its solution and its hidden test stand where the grader looks for them, and the hidden test asks the
judge that `python3 run.py grade` asks.
"""
